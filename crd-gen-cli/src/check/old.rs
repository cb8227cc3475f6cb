//! Reading the CRDs of `--old`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crd_core::check::{self, KnownFindings, LintProfile, OldCrds, Options};

use super::file::CheckedFile;
use crate::CommandError;
use crate::options::{KubernetesVersion, PackageArgs};
use crate::sources::{Completeness, CrdSources};
use crate::terminal::Terminal;
use crate::text::counted;

/// Reads the CRDs that are deployed.
pub(super) fn read(path: &PathBuf, terminal: &Terminal) -> Result<OldCrds, CommandError> {
    let sources = CrdSources::read(std::slice::from_ref(path), &PackageArgs::default(), terminal)?;
    let mut old = OldCrds::default();
    let mut completeness = Completeness::All;
    for text in sources.sources.iter().flat_map(|source| &source.texts) {
        completeness = completeness.and(text.report_errors(terminal));
        for _ in 0..old.add(&text.bytes) {
            let name = &text.name;
            terminal.warning(&format!(
                "a CRD in `{name}` cannot be decoded, so it is treated as new"
            ));
        }
    }
    if completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    if old.is_empty() {
        return Err(
            CommandError::new(format!("no CustomResourceDefinition in `{}`", path.display()))
                .help("`--old` needs the currently deployed CRDs: `kubectl get crd -o yaml > old.yaml`"),
        );
    }
    Ok(old)
}

/// Reads the findings about the CRDs of `--ratchet`, of all lints: which of them are reported is a question of the new CRDs, whose
/// configuration the old ones may not have.
pub(super) fn known(
    path: &PathBuf,
    server: KubernetesVersion,
    terminal: &Terminal,
) -> Result<KnownFindings, CommandError> {
    let sources = CrdSources::read(std::slice::from_ref(path), &PackageArgs::default(), terminal)?;
    let mut known = KnownFindings::default();
    let mut options = Options::for_version(sources.server(server));
    options.levels.set_profile(LintProfile::Strict);
    let mut completeness = Completeness::All;
    let mut count = 0;
    for text in sources.sources.iter().flat_map(|source| &source.texts) {
        completeness = completeness.and(text.report_errors(terminal));
        let report = check::bytes(&text.bytes, &options);
        count += report.crds().count();
        report.add_to(&mut known);
    }
    if completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    // A directory and a revision may be from before the first CRD.
    let may_be_empty = path.is_dir() || path.to_string_lossy().starts_with("git:");
    if count == 0 && !may_be_empty {
        return Err(
            CommandError::new(format!("no CustomResourceDefinition in `{}`", path.display()))
                .help("`--ratchet` needs the CRDs whose findings are known"),
        );
    }
    if may_be_empty {
        compared(&sources, count, terminal);
    }
    Ok(known)
}

/// Says which CRDs of a directory or a revision the new ones are compared with: a directory may have manifests and a package.
fn compared(sources: &CrdSources, count: usize, terminal: &Terminal) {
    let shown = sources.shown();
    let mut texts = sources.sources.iter().flat_map(|source| &source.texts);
    let place = if texts.any(|text| text.types.is_some()) {
        "of the Rust types in"
    } else {
        "in"
    };
    terminal.note(&match count {
        0 => format!("there are no CRDs {place} `{shown}`, so all findings are new"),
        _ => format!("compared with {} {place} `{shown}`", counted(count, "CRD")),
    });
}

/// Reports which deployed CRDs no new one replaces.
pub(super) fn report_missing(old: &OldCrds, files: &[CheckedFile], terminal: &Terminal) {
    let updated = files.iter().flat_map(|file| &file.updated);
    let updated: BTreeSet<&str> = updated.map(String::as_str).collect();
    for name in old.names().filter(|name| !updated.contains(name)) {
        terminal.note(&format!(
            "the new manifests do not contain `{name}`; applying them does not change it"
        ));
    }
}
