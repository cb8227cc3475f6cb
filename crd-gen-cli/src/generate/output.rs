//! Writes the generated files, or reports those that are stale.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::folders::Folder;
use super::harness::Manifest;
use super::left_over::{self, LeftOver, LeftOverOrigin};
use super::package::Package;
use super::{GenerateArgs, add_allow, names, verdict};
use crate::choices::{ManifestFormat, ProfileName};
use crate::config::Config;
use crate::terminal::Terminal;
use crate::write::{self, FileChange};
use crate::{CommandError, CommandOutcome, diff};

/// Whether every type of the packages became a CRD.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Completeness {
    #[default]
    Complete,
    /// Some types have problems, which have been reported.
    Lacking,
}

/// Notes that a webhook of the command line converts nothing, because every CRD has one version.
fn note_unused_webhook(args: &GenerateArgs, folders: &[Folder], terminal: &Terminal) {
    let given = &args.content.conversion;
    let has_several = |manifest: &Manifest| {
        let crd: serde_json::Value = serde_json::from_str(&manifest.json).unwrap_or_default();
        let versions = crd
            .pointer("/spec/versions")
            .and_then(serde_json::Value::as_array);
        versions.is_none_or(|versions| versions.len() > 1)
    };
    let is_webhook = given.webhook_service.is_some() || given.webhook_url.is_some();
    if is_webhook
        && !folders
            .iter()
            .flat_map(|folder| &folder.manifests)
            .any(has_several)
    {
        terminal.note(
            "each CRD has one version, so the conversion webhook of the command line has nothing to convert",
        );
    }
}

pub(super) fn write(
    args: &GenerateArgs,
    config: &Config,
    packages: &[Package],
    folders: &[Folder],
    completeness: Completeness,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    if let Some(reason) = &args.add_allow {
        return add_allow::write(args, config, folders, reason, terminal);
    }
    let mut reports = Vec::new();
    for folder in folders {
        for manifest in &folder.manifests {
            let name = folder.path.join(file_name(manifest, ManifestFormat::Yaml));
            let name = name.display().to_string();
            reports.push(verdict::check(&name, manifest, args, config, terminal)?);
        }
    }
    let is_refused = reports.iter().any(|report| !report.is_accepted());
    if completeness == Completeness::Lacking
        || (is_refused && args.content.profile() == ProfileName::Apiserver)
    {
        terminal.note("nothing was written");
        return Ok(CommandOutcome::Findings);
    }
    for report in &reports {
        verdict::warn_of_size(report, terminal);
    }
    note_unused_webhook(args, folders, terminal);
    let header = header(args)?;
    if args.header.is_some() && matches!(args.format(), ManifestFormat::Json) {
        terminal.warning("JSON has no comments, so the header is omitted");
    }
    let Some(output) = &args.output else {
        let mut manifests = folders.iter().map(|folder| folder.manifests.as_slice());
        return print(args, &header, manifests.next().unwrap_or_default(), terminal);
    };
    let makes_it = match packages {
        [one] => format!("no type of package `{}` generates it", one.name),
        several => format!("no type of packages {} generates it", names(several)),
    };
    let all = folders.iter().flat_map(|folder| &folder.manifests);
    let groups: Vec<&str> = all.map(|manifest| manifest.group.as_str()).collect();
    let mut outcome = CommandOutcome::Clean;
    for folder in folders {
        let directory = &folder.below(output);
        let manifests = &folder.manifests;
        let written = file_names(args, manifests);
        let left_over = left_over::find(&args.build, packages, &written, &groups, directory, terminal)?;
        let found = if args.check {
            let left_over = report_left_over(&left_over, &makes_it, terminal);
            compare(args, &header, directory, manifests, left_over, terminal)?
        } else {
            replace(args, &header, directory, manifests, terminal)?;
            remove(args, &left_over, &makes_it, terminal)?
        };
        if found == CommandOutcome::Findings {
            outcome = CommandOutcome::Findings;
        }
    }
    Ok(outcome)
}

pub(super) fn file_name(manifest: &Manifest, format: ManifestFormat) -> String {
    let ending = match format {
        ManifestFormat::Yaml => "yaml",
        ManifestFormat::Json => "json",
    };
    format!("{}_{}.{ending}", manifest.group, manifest.plural)
}

fn file_names(args: &GenerateArgs, manifests: &[Manifest]) -> Vec<String> {
    manifests
        .iter()
        .map(|manifest| file_name(manifest, args.format()))
        .collect()
}

/// Returns the text of a file.
fn text(args: &GenerateArgs, header: &str, manifest: &Manifest) -> String {
    match args.format() {
        ManifestFormat::Yaml => format!("{header}{}", manifest.yaml),
        ManifestFormat::Json => format!("{}\n", manifest.json),
    }
}

fn header(args: &GenerateArgs) -> Result<String, CommandError> {
    let Some(path) = &args.header else {
        return Ok(String::new());
    };
    let given = fs::read_to_string(path).map_err(|error| {
        CommandError::new(format!(
            "cannot read the header `{}`: {}",
            path.display(),
            crate::reason(&error)
        ))
    })?;
    let mut out = String::new();
    for line in given.lines() {
        if !line.is_empty() && !line.starts_with('#') {
            out.push_str("# ");
        } else if line.is_empty() {
            out.push('#');
        }
        out.push_str(line);
        out.push('\n');
    }
    Ok(out)
}

fn print(
    args: &GenerateArgs,
    header: &str,
    manifests: &[Manifest],
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let mut out = terminal.stdout();
    for (position, manifest) in manifests.iter().enumerate() {
        if position > 0 && args.format() == ManifestFormat::Yaml {
            out.write_all(b"---\n")?;
        }
        out.write_all(text(args, header, manifest).as_bytes())?;
    }
    out.flush()?;
    Ok(CommandOutcome::Clean)
}

fn compare(
    args: &GenerateArgs,
    header: &str,
    directory: &Path,
    manifests: &[Manifest],
    left_over: CommandOutcome,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let mut stale = 0;
    for manifest in manifests {
        let path = directory.join(file_name(manifest, args.format()));
        let old = fs::read_to_string(&path).unwrap_or_default();
        let new = text(args, header, manifest);
        if old != new {
            stale += 1;
            terminal
                .stdout()
                .write_all(diff::unified(&path.display().to_string(), &old, &new).as_bytes())?;
        }
    }
    if stale == 0 {
        return Ok(left_over);
    }
    if !terminal.quiet {
        let of = manifests.len();
        terminal.error(
            &format!(
                "{stale} of {of} manifests in `{}` {} stale",
                directory.display(),
                if stale == 1 { "is" } else { "are" }
            ),
            &[format!(
                "run the same command without `--check` to write {}",
                if stale == 1 { "it" } else { "them" }
            )],
        );
    }
    Ok(CommandOutcome::Findings)
}

fn replace(
    args: &GenerateArgs,
    header: &str,
    directory: &Path,
    manifests: &[Manifest],
    terminal: &Terminal,
) -> Result<(), CommandError> {
    if directory.is_file() {
        return Err(CommandError::new(format!("`{}` is a file", directory.display()))
            .help("`-o` is the directory to write to; without it, CRDs are written to standard output"));
    }
    let mut written = 0;
    for manifest in manifests {
        let path = directory.join(file_name(manifest, args.format()));
        let change = write::file(&path, text(args, header, manifest)).map_err(|failure| {
            failure
                .help("no file is incomplete; choose another directory with `-o`, or change its permissions")
        })?;
        if change == FileChange::Changed {
            written += 1;
            let types = manifest.rust_paths.join(", ");
            terminal.note(&format!("wrote {} ({types})", path.display()));
        }
    }
    if written == 0 && !manifests.is_empty() {
        let (of, are) = (manifests.len(), if manifests.len() == 1 { "is" } else { "are" });
        terminal.note(&format!("{of} in `{}` {are} up to date", directory.display()));
    }
    Ok(())
}

/// Reports stale manifests as errors, for `--check`.
fn report_left_over(left_over: &[LeftOver], makes_it: &str, terminal: &Terminal) -> CommandOutcome {
    let mut outcome = CommandOutcome::Clean;
    for LeftOver { path, origin } in left_over {
        match origin {
            LeftOverOrigin::Gone => {
                outcome = CommandOutcome::Findings;
                terminal.error(
                    &format!("`{}` is left over: {makes_it}", path.display()),
                    &["remove it, or let `crd-gen generate --prune` remove it; types behind a feature need `--features`"
                        .to_owned()],
                );
            }
            LeftOverOrigin::OtherGroup(group) => warn_of_other_group(path, group, terminal),
        }
    }
    outcome
}

/// Removes stale manifests with `--prune`, and warns of them otherwise.
fn remove(
    args: &GenerateArgs,
    left_over: &[LeftOver],
    makes_it: &str,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    for LeftOver { path, origin } in left_over {
        match origin {
            LeftOverOrigin::OtherGroup(group) => warn_of_other_group(path, group, terminal),
            LeftOverOrigin::Gone if args.prune => {
                fs::remove_file(path).map_err(|error| {
                    CommandError::new(format!(
                        "cannot remove `{}`: {}",
                        path.display(),
                        crate::reason(&error)
                    ))
                })?;
                terminal.note(&format!("removed {}: {makes_it}", path.display()));
            }
            LeftOverOrigin::Gone => terminal.warning(&format!(
                "`{}` is left over: {makes_it}; `--prune` removes it",
                path.display()
            )),
        }
    }
    Ok(CommandOutcome::Clean)
}

fn warn_of_other_group(path: &Path, group: &str, terminal: &Terminal) {
    terminal.warning(&format!(
        "`{}` may be left over: it looks like output of crd-gen, but no type is in group `{group}`; remove \
         it by hand if it is not needed",
        path.display()
    ));
}
