//! Decides which files may hold manifests.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use memchr::memmem;

use crate::CommandError;

/// A string that every file of CRDs contains.
const MARK: &[u8] = b"CustomResourceDefinition";

/// A string that files of CRDs with a misspelt kind contain.
const GROUP_MARK: &[u8] = b"apiextensions.k8s.io/v";

/// How a file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// By its name, so it must have the expected content.
    Name,
    /// In a directory, which may have files of other kinds.
    Directory,
}

/// Returns the YAML and JSON files below a directory, by name.
pub(super) fn walk(directory: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    let walk = WalkBuilder::new(directory).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        let entry = entry.map_err(|error| {
            CommandError::new(format!(
                "cannot read the directory `{}`: {error}",
                directory.display()
            ))
        })?;
        if is_manifest(entry.path()) && entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Whether a file is YAML or JSON by its name.
pub(super) fn is_manifest(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["yaml", "yml", "json"].contains(&extension))
}

/// Whether a text may hold CRDs.
pub(crate) fn mentions_crds(bytes: &[u8]) -> bool {
    memmem::find(bytes, MARK).is_some()
}

/// Whether a text may hold CRDs, or documents whose kind should be that of CRDs.
pub(crate) fn mentions_group_of_crds(bytes: &[u8]) -> bool {
    mentions_crds(bytes) || memmem::find(bytes, GROUP_MARK).is_some()
}
