//! `crd-gen compat`: reports the breakages by a change of CRDs. The library compares; this module reads, pairs and prints.

mod args;
mod history;
mod markdown;
mod objects;
mod show;
mod sides;
mod tombstones;
mod witness;

use crd_core::sort::{sort_by, sort_by_key};
use std::collections::BTreeMap;
use std::io::Write as _;

pub(crate) use args::CompatArgs;
use args::CompatFormat;
use crd_core::check::{Diagnostic, Level, Levels, Severity, codes_named};
use crd_core::compat::{self, CompatFinding, CompatOptions, Tombstones};
pub(crate) use witness::edit_rejected;

use crate::config::{Acceptance, Configs};
use crate::parallel::mapped;
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};
use sides::{ContentReader, CrdContent, CrdSide, SideCrd};

/// A finding with the CRDs that it concerns.
struct PairFinding<'s> {
    finding: CompatFinding,
    /// The finding at its place in the manifest.
    diagnostic: Diagnostic,
    old: &'s SideCrd,
    /// `None` if the CRD was removed.
    new: Option<&'s SideCrd>,
}

pub(crate) fn run(args: &CompatArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let mut configs = Configs::new(args.config.config.as_deref())?;
    let config = configs.near(std::path::Path::new("."))?;
    let server = args.server.or(&config);
    let levels = args.levels.over(config.levels.clone())?;
    let options = CompatOptions::new(args.policy.into(), server);
    let steps = history::steps(args, server, terminal)?;
    for side in &steps {
        side.warn_of_refused(terminal);
    }
    if let Some(path) = &args.objects {
        return objects::run(path, &steps, &options, args.format, terminal);
    }
    let kept = args.tombstones.as_deref().map(tombstones::read).transpose()?;
    let mut names = kept.clone().unwrap_or_default();
    // Between two sides, nothing can be removed and added again.
    let may_return = kept.is_some() || steps.len() > 2;
    let mut found: Vec<PairFinding<'_>> = Vec::new();
    for pair in steps.windows(2) {
        if let [old, new] = pair {
            found.extend(compare(old, new, &options));
            if may_return {
                found.extend(returned(&mut names, old, new, &options));
            }
        }
    }
    if let (Some(path), Some(before)) = (&args.tombstones, &kept) {
        tombstones::write(path, before, &names, terminal)?;
    }
    let mut acceptances = config.compat.accept.clone();
    acceptances.extend(steps.last().into_iter().flat_map(acceptances_of));
    if let Some(last) = steps.last() {
        warn_of_comments(last, terminal);
    }
    let accepted = accept(&mut found, &acceptances, terminal);
    let allowed = accepted + apply_levels(&mut found, &levels);
    let mut out = terminal.buffered_stdout();
    show::write(&mut out, args.format, &found)?;
    out.flush()?;
    if args.format != CompatFormat::Markdown {
        let crds = steps.last().map_or(0, |new| new.crds.len());
        terminal.summary(&format!("{}\n", summary(&found, crds, allowed)));
    }
    let is_broken = found
        .iter()
        .any(|found| found.finding.severity == Severity::Error);
    Ok(if is_broken {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}

/// Compares the CRDs of two sides. The findings have the order of the names of the CRDs.
fn compare<'s>(old: &'s CrdSide, new: &'s CrdSide, options: &CompatOptions) -> Vec<PairFinding<'s>> {
    let pair = |(name, before): (&String, &'s SideCrd)| (before, new.crds.get(name));
    let mut pairs: Vec<_> = old.crds.iter().map(pair).collect();
    // The CRDs of a file one after the other, so that it is read once.
    let files = |(old, new): &(&'s SideCrd, Option<&'s SideCrd>)| {
        let name_of = |side: &'s SideCrd| &*side.file.name;
        (name_of(old), new.map(name_of))
    };
    sort_by_key(&mut pairs, &files);
    let reader = ContentReader::default();
    let others = others(old, new);
    let found = mapped(&pairs, |(old, new)| {
        of_pair(old, *new, others.as_deref(), &reader, options)
    });
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    sort_by(&mut found, &|a, b| a.finding.name.cmp(&b.finding.name));
    found
}

/// Returns the advice for sides without a common CRD: one of them may be another file than was meant.
fn others(old: &CrdSide, new: &CrdSide) -> Option<String> {
    let first = new.crds.keys().next()?;
    if old.crds.keys().any(|name| new.crds.contains_key(name)) {
        return None;
    }
    let more = match new.crds.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "the new side has only `{first}`{more}: is it the right file?"
    ))
}

fn of_pair<'s>(
    old: &'s SideCrd,
    new: Option<&'s SideCrd>,
    others: Option<&str>,
    reader: &ContentReader,
    options: &CompatOptions,
) -> Vec<PairFinding<'s>> {
    let before = reader.read(old);
    let after = new.map(|new| reader.read(new));
    let mut found = match &after {
        None => {
            let mut removed = compat::removed(&before.crd, options);
            for finding in &mut removed {
                finding.help.splice(0..0, others.map(str::to_owned));
            }
            removed
        }
        Some(after) => {
            let mapping = new.and_then(|new| new.types.as_ref()?.mapping.clone());
            match mapping {
                Some(mapping) => {
                    let options = options.clone().with_mapping(mapping);
                    compat::compare(&before.crd, &after.crd, &options)
                }
                None => compat::compare(&before.crd, &after.crd, options),
            }
        }
    };
    // Most manifests do not have the lifecycles of their types, so that the old ones may be unknown.
    if let (Some(new), Some(after)) = (new, &after)
        && (!old.lifecycles.is_empty() || old.types.is_some())
    {
        found.extend(compat::lifecycles(
            [&before.crd, &after.crd],
            [&old.lifecycles, &new.lifecycles],
            options,
        ));
    }
    placed(found, (old, &before), new.zip(after.as_ref()))
}

/// Adds the places in the manifests to findings.
fn placed<'s>(
    found: Vec<CompatFinding>,
    (old, before): (&'s SideCrd, &CrdContent),
    after: Option<(&'s SideCrd, &CrdContent)>,
) -> Vec<PairFinding<'s>> {
    if found.is_empty() {
        return Vec::new();
    }
    let before = before.manifest();
    let manifest = after.map(|(_, content)| content.manifest());
    let of_finding = |finding: CompatFinding| PairFinding {
        diagnostic: finding.diagnostic(&before, manifest.as_ref()),
        finding,
        old,
        new: after.map(|(new, _)| new),
    };
    found.into_iter().map(of_finding).collect()
}

/// Returns findings for fields of older releases that are back with another type, and records removed fields.
fn returned<'s>(
    names: &mut Tombstones,
    old: &'s CrdSide,
    new: &'s CrdSide,
    options: &CompatOptions,
) -> Vec<PairFinding<'s>> {
    let reader = ContentReader::default();
    let mut found = Vec::new();
    for (name, after) in &new.crds {
        let content = reader.read(after);
        let before = old.crds.get(name).map(|before| (before, reader.read(before)));
        let (old, old_content) = match &before {
            Some((before, before_content)) => (*before, before_content),
            None => (after, &content),
        };
        let returned = names.returned(&content.crd, options);
        found.extend(placed(returned, (old, old_content), Some((after, &content))));
        if let Some((_, before)) = &before {
            names.record(&before.crd, &content.crd);
        }
    }
    found
}

/// Returns the comments `# crd-gen: allow FINGERPRINT reason` of the manifests of a side.
fn acceptances_of(side: &CrdSide) -> Vec<Acceptance> {
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    files.extend(side.crds.values().map(|crd| (&*crd.file.name, &*crd.file.text)));
    let lines = files.values().flat_map(|text| text.lines());
    let in_line = |line: &str| {
        let (_, words) = line.split_once("# crd-gen: allow ")?;
        let (name, reason) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
        compat::is_fingerprint(name).then(|| Acceptance {
            fingerprint: name.to_owned(),
            reason: reason.trim().to_owned(),
        })
    };
    lines.filter_map(in_line).collect()
}

/// Warns of comments `# crd-gen: allow` in the manifests of a side that name neither a fingerprint nor a code.
fn warn_of_comments(side: &CrdSide, terminal: &Terminal) {
    let files: BTreeMap<&str, &str> = side
        .crds
        .values()
        .map(|crd| (&*crd.file.name, &*crd.file.text))
        .collect();
    for (file, text) in files {
        for (index, line) in text.lines().enumerate() {
            let comment = line.split_once("# crd-gen: allow ");
            let Some(name) = comment.and_then(|(_, words)| words.split_whitespace().next()) else {
                continue;
            };
            let is_code = name.split(',').all(|name| codes_named(name).is_ok());
            if !compat::is_fingerprint(name) && !is_code {
                terminal.warning(&format!(
                    "{file}:{}: `{name}` is neither a code nor the fingerprint of a change: write `# crd-gen: allow FINGERPRINT reason`",
                    index + 1
                ));
            }
        }
    }
}

/// Applies the levels of codes; returns the number of findings that they silence.
fn apply_levels(found: &mut Vec<PairFinding<'_>>, levels: &Levels) -> usize {
    let before = found.len();
    found.retain_mut(
        |found| match levels.of(found.finding.code, found.finding.severity) {
            Level::Allow => false,
            Level::Report(severity) => {
                found.finding.severity = severity;
                true
            }
        },
    );
    before - found.len()
}

/// Removes accepted findings, and warns of acceptances that are not needed; returns the number of accepted findings.
fn accept(found: &mut Vec<PairFinding<'_>>, accepted: &[Acceptance], terminal: &Terminal) -> usize {
    for acceptance in accepted {
        let occurs = |found: &PairFinding<'_>| found.finding.fingerprint == acceptance.fingerprint;
        let (fingerprint, reason) = (&acceptance.fingerprint, &acceptance.reason);
        if !found.iter().any(occurs) {
            terminal.warning(&format!(
                "`{fingerprint}` is accepted (\"{reason}\"), but there is no such change; remove it"
            ));
        }
        if reason.trim().is_empty() {
            terminal.warning(&format!("`{fingerprint}` is accepted without a reason"));
        }
    }
    let before = found.len();
    found.retain(|found| {
        !accepted
            .iter()
            .any(|acceptance| acceptance.fingerprint == found.finding.fingerprint)
    });
    before - found.len()
}

/// Formats a summary such as `2 errors, 1 note in 1 CRD`.
fn summary(found: &[PairFinding<'_>], crds: usize, allowed: usize) -> String {
    let parts: Vec<String> = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
    ]
    .into_iter()
    .map(|(severity, word)| {
        let count = found
            .iter()
            .filter(|found| found.finding.severity == severity)
            .count();
        (count, word)
    })
    .filter(|(count, _)| *count > 0)
    .map(|(count, word)| counted(count, word))
    .collect();
    let found = if parts.is_empty() {
        "no breaking changes".to_owned()
    } else {
        parts.join(", ")
    };
    let allowed = if allowed > 0 {
        format!(" · {allowed} allowed")
    } else {
        String::new()
    };
    format!("{found} in {}{allowed}", counted(crds, "CRD"))
}
