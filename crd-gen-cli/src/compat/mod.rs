//! `crd-gen compat`: reports the breakages by a change of CRDs. The library compares; this module reads, pairs and prints.

mod args;
mod history;
mod markdown;
mod objects;
mod show;
mod sides;
mod tombstones;
mod witness;

use std::collections::BTreeMap;
use std::io::Write as _;

pub(crate) use args::CompatArgs;
use args::CompatFormat;
use crd_core::check::{Level, Levels, Severity};
use crd_core::compat::{self, CompatFinding, CompatOptions, Tombstones};
use rayon::prelude::*;

use crate::config::{Acceptance, Configs};
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};
use sides::{CrdSide, SideCrd};

/// A finding with the CRDs that it concerns.
struct PairFinding<'s> {
    finding: CompatFinding,
    old: &'s SideCrd,
    /// `None` if the CRD was removed.
    new: Option<&'s SideCrd>,
}

pub(crate) fn run(args: &CompatArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let steps = history::steps(args, terminal)?;
    let mut configs = Configs::new(args.config.config.as_deref())?;
    let config = configs.near(std::path::Path::new("."))?;
    let server = args.server.or(&config);
    let levels = args.levels.over(config.levels.clone())?;
    let options = CompatOptions::new(args.policy.into(), server);
    for side in &steps {
        side.warn_of_refused(server, terminal);
    }
    if let Some(path) = &args.objects {
        return objects::run(path, &steps, &options, args.format, terminal);
    }
    let kept = args.tombstones.as_deref().map(tombstones::read).transpose()?;
    let mut names = kept.clone().unwrap_or_default();
    let mut found: Vec<PairFinding<'_>> = Vec::new();
    for pair in steps.windows(2) {
        if let [old, new] = pair {
            found.extend(compare(old, new, &options));
            found.extend(returned(&mut names, old, new, &options));
        }
    }
    if let (Some(path), Some(before)) = (&args.tombstones, &kept) {
        tombstones::write(path, before, &names, terminal)?;
    }
    let mut acceptances = config.compat.accept.clone();
    acceptances.extend(steps.last().into_iter().flat_map(acceptances_of));
    let accepted = accept(&mut found, &acceptances, terminal);
    let allowed = accepted + apply_levels(&mut found, &levels);
    let mut out = std::io::BufWriter::new(terminal.stdout());
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

fn compare<'s>(old: &'s CrdSide, new: &'s CrdSide, options: &CompatOptions) -> Vec<PairFinding<'s>> {
    let of_pair = |(name, before): (&String, &'s SideCrd)| -> Vec<PairFinding<'s>> {
        let after = new.crds.get(name);
        let found = match after {
            Some(after) => of_both(before, after, options),
            None => compat::removed(&before.crd, options),
        };
        let pair = |finding| PairFinding {
            finding,
            old: before,
            new: after,
        };
        found.into_iter().map(pair).collect()
    };
    let pairs: Vec<_> = old.crds.iter().collect();
    pairs.into_par_iter().flat_map_iter(of_pair).collect()
}

fn of_both(before: &SideCrd, after: &SideCrd, options: &CompatOptions) -> Vec<CompatFinding> {
    let mapping = after.types.as_ref().and_then(|types| types.mapping.clone());
    let mut found = match mapping {
        Some(mapping) => {
            let options = options.clone().with_mapping(mapping);
            compat::compare(&before.crd, &after.crd, &options)
        }
        None => compat::compare(&before.crd, &after.crd, options),
    };
    if !before.lifecycles.is_empty() || !after.lifecycles.is_empty() {
        found.extend(compat::lifecycles(
            [&before.crd, &after.crd],
            [&before.lifecycles, &after.lifecycles],
            options,
        ));
    }
    found
}

/// Returns findings for fields of older releases that are back with another type, and records removed fields.
fn returned<'s>(
    names: &mut Tombstones,
    old: &'s CrdSide,
    new: &'s CrdSide,
    options: &CompatOptions,
) -> Vec<PairFinding<'s>> {
    let mut found = Vec::new();
    for (name, after) in &new.crds {
        let before = old.crds.get(name);
        let returned = names.returned(&after.crd, options).into_iter();
        found.extend(returned.map(|finding| PairFinding {
            finding,
            old: before.unwrap_or(after),
            new: Some(after),
        }));
        if let Some(before) = before {
            names.record(&before.crd, &after.crd);
        }
    }
    found
}

/// Returns the comments `# crd-gen: allow FINGERPRINT reason` of the manifests of a side.
fn acceptances_of(side: &CrdSide) -> Vec<Acceptance> {
    let files: BTreeMap<&str, &str> = side
        .crds
        .values()
        .map(|crd| (&*crd.file.name, &*crd.file.text))
        .collect();
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
