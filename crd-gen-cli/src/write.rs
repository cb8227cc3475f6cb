//! Writes files atomically, and only if their content changes.

use std::fs;
use std::path::Path;

use crate::CommandError;

/// The effect of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileChange {
    /// The file had this content.
    Unchanged,
    /// The file is new or has other content now.
    Changed,
}

/// Writes a file and the directories above it. The content is written to a temporary file beside it, which is then
/// moved into place; the file keeps its permissions, and a symbolic link is followed.
pub(crate) fn file(path: &Path, content: impl AsRef<[u8]>) -> Result<FileChange, CommandError> {
    replace(path, content.as_ref()).map_err(|error| CommandError::unwritable(path, &error))
}

/// Like [`file`], for callers that continue after an error.
pub(crate) fn replace(path: &Path, content: &[u8]) -> std::io::Result<FileChange> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(FileChange::Unchanged);
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crd-gen-{}", std::process::id()));
    let beside = target.with_file_name(name);
    fs::write(&beside, content)
        .and_then(|()| match fs::metadata(&target) {
            Ok(metadata) => fs::set_permissions(&beside, metadata.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&beside, &target))
        .inspect_err(|_| {
            // The first error is the one to report, even if the new file cannot be removed.
            drop(fs::remove_file(&beside));
        })?;
    Ok(FileChange::Changed)
}
