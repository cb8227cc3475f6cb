//! What is written, or shown to be stale.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::harness::Manifest;
use super::{GenerateArgs, ManifestFormat, ProfileName, left_over, verdict};
use crate::terminal::Terminal;
use crate::{Failure, Outcome, diff};

pub(super) fn write(
    args: &GenerateArgs,
    manifests: &[Manifest],
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let mut reports = Vec::new();
    for manifest in manifests {
        reports.push(verdict::check(
            &file_name(manifest, ManifestFormat::Yaml),
            manifest,
            args,
            terminal,
        )?);
    }
    let is_refused = reports.iter().any(|report| !report.is_accepted());
    if is_refused && args.profile == ProfileName::Apiserver {
        if !terminal.quiet {
            terminal.note("nothing was written");
        }
        return Ok(Outcome::Findings);
    }
    for report in &reports {
        verdict::warn_of_size(report, terminal);
    }
    let header = header(args)?;
    if args.header.is_some() && matches!(args.format, ManifestFormat::Json) {
        terminal.warning("JSON has no comments, so the header is left out");
    }
    match &args.output {
        None => print(args, &header, manifests, terminal),
        Some(directory) if args.check => compare(args, &header, directory, manifests, terminal),
        Some(directory) => replace(args, &header, directory, manifests, terminal),
    }
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
        .map(|manifest| file_name(manifest, args.format))
        .collect()
}

/// The text of a file.
fn text(args: &GenerateArgs, header: &str, manifest: &Manifest) -> String {
    match args.format {
        ManifestFormat::Yaml => format!("{header}{}", manifest.yaml),
        ManifestFormat::Json => format!("{}\n", manifest.json),
    }
}

fn header(args: &GenerateArgs) -> Result<String, Failure> {
    let Some(path) = &args.header else {
        return Ok(String::new());
    };
    let given = fs::read_to_string(path).map_err(|error| {
        Failure::new(format!(
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
) -> Result<Outcome, Failure> {
    let mut out = terminal.stdout();
    for (position, manifest) in manifests.iter().enumerate() {
        if position > 0 && args.format == ManifestFormat::Yaml {
            out.write_all(b"---\n")?;
        }
        out.write_all(text(args, header, manifest).as_bytes())?;
    }
    out.flush()?;
    Ok(Outcome::Clean)
}

fn compare(
    args: &GenerateArgs,
    header: &str,
    directory: &Path,
    manifests: &[Manifest],
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let mut stale = 0;
    for manifest in manifests {
        let path = directory.join(file_name(manifest, args.format));
        let old = fs::read_to_string(&path).unwrap_or_default();
        let new = text(args, header, manifest);
        if old != new {
            stale += 1;
            terminal
                .stdout()
                .write_all(diff::unified(&path.display().to_string(), &old, &new).as_bytes())?;
        }
    }
    let left_over = left_over::find(directory, &file_names(args, manifests));
    for path in &left_over {
        terminal.error(
            &format!("`{}` is left over: no type makes it", path.display()),
            &["remove it, or let `crd-gen generate --prune` do so; CRDs of several packages in one directory are checked in one run, with `-p` for each".to_owned()],
        );
    }
    if stale == 0 {
        return Ok(if left_over.is_empty() {
            Outcome::Clean
        } else {
            Outcome::Findings
        });
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
    Ok(Outcome::Findings)
}

fn replace(
    args: &GenerateArgs,
    header: &str,
    directory: &Path,
    manifests: &[Manifest],
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    if directory.is_file() {
        return Err(Failure::new(format!("`{}` is a file", directory.display()))
            .help("`-o` names the directory to write to; without it, CRDs go to standard output"));
    }
    let mut written = 0;
    for manifest in manifests {
        let path = directory.join(file_name(manifest, args.format));
        let changed =
            crd_core::build::write_if_changed(&path, &text(args, header, manifest)).map_err(|error| {
                Failure::new(format!("cannot write `{}`: {error}", path.display())).help(
                    "no file is left half written; name another directory with `-o`, or change its permissions",
                )
            })?;
        if changed {
            written += 1;
            if !terminal.quiet {
                terminal.note(&format!(
                    "wrote {} ({})",
                    path.display(),
                    manifest.rust_paths.join(", ")
                ));
            }
        }
    }
    for path in left_over::find(directory, &file_names(args, manifests)) {
        if args.prune {
            fs::remove_file(&path).map_err(|error| {
                Failure::new(format!(
                    "cannot remove `{}`: {}",
                    path.display(),
                    crate::reason(&error)
                ))
            })?;
            written += 1;
            if !terminal.quiet {
                terminal.note(&format!("removed {}", path.display()));
            }
        } else {
            terminal.warning(&format!(
                "`{}` is left over: no type makes it; `--prune` removes it",
                path.display()
            ));
        }
    }
    if !terminal.quiet && written == 0 {
        let (of, are) = (manifests.len(), if manifests.len() == 1 { "is" } else { "are" });
        terminal.note(&format!("{of} in `{}` {are} up to date", directory.display()));
    }
    Ok(Outcome::Clean)
}
