//! Reading the CRDs of `--old`.

use std::collections::BTreeSet;
use std::path::Path;

use crd_core::check::OldCrds;

use super::file::FileReport;
use super::inputs;
use crate::Failure;
use crate::terminal::Terminal;

/// Reads the CRDs of a file, or of all files below a directory.
pub(super) fn read(path: &Path, terminal: &Terminal) -> Result<OldCrds, Failure> {
    let files = if path.is_dir() {
        inputs::walk(path)?
    } else {
        vec![path.to_owned()]
    };
    let mut old = OldCrds::default();
    for file in &files {
        let bytes = std::fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
        for _ in 0..old.add(&bytes) {
            terminal.warning(&format!(
                "a CRD in `{}` cannot be decoded and counts as new",
                file.display()
            ));
        }
    }
    if old.is_empty() {
        return Err(
            Failure::new(format!("no CustomResourceDefinition in `{}`", path.display()))
                .help("`--old` takes what is deployed now: `kubectl get crd -o yaml > old.yaml`"),
        );
    }
    Ok(old)
}

/// Says which deployed CRDs no new one replaces.
pub(super) fn report_missing(old: &OldCrds, reports: &[FileReport], terminal: &Terminal) {
    if terminal.quiet {
        return;
    }
    let replaced: BTreeSet<&str> = reports
        .iter()
        .flat_map(|report| &report.replaced)
        .map(String::as_str)
        .collect();
    for name in old.names().filter(|name| !replaced.contains(name)) {
        terminal.note(&format!(
            "`{name}` has no new version; applying the others leaves it as it is"
        ));
    }
}
