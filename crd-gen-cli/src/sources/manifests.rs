//! Decides which files may hold manifests.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use memchr::memmem;

use crate::CommandError;

/// What every file of CRDs contains somewhere.
const MARK: &[u8] = b"CustomResourceDefinition";

/// How a file was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoundBy {
    /// It was named, so it must be what it was named for.
    Name,
    /// It is somewhere in a directory, beside files of other kinds.
    Directory,
}

/// The files of YAML and JSON below a directory, by name.
pub(super) fn walk(directory: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    let walk = WalkBuilder::new(directory).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        let entry = entry.map_err(|error| {
            CommandError::new(format!("cannot look into `{}`: {error}", directory.display()))
        })?;
        if is_manifest(entry.path()) && entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Whether the name of a file says that it is YAML or JSON.
pub(super) fn is_manifest(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| ["yaml", "yml", "json"].contains(&extension))
}

/// Whether a text may hold CRDs.
pub(crate) fn mentions_crds(bytes: &[u8]) -> bool {
    memmem::find(bytes, MARK).is_some()
}
