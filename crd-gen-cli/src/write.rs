//! Writes files atomically, and only if their content changes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

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

/// Writes several files like [`file`]. No file is replaced if one of them cannot be written.
pub(crate) fn files<'a>(files: impl IntoIterator<Item = (&'a Path, &'a str)>) -> Result<(), CommandError> {
    let mut ready = Vec::new();
    for (path, content) in files {
        let prepared =
            prepare(path, content.as_bytes()).map_err(|error| CommandError::unwritable(path, &error))?;
        ready.extend(prepared.map(|prepared| (path, prepared)));
    }
    for (path, prepared) in ready {
        prepared
            .commit()
            .map_err(|error| CommandError::unwritable(path, &error))?;
    }
    Ok(())
}

/// Like [`file`], for callers that continue after an error.
pub(crate) fn replace(path: &Path, content: &[u8]) -> std::io::Result<FileChange> {
    match prepare(path, content)? {
        None => Ok(FileChange::Unchanged),
        Some(prepared) => prepared.commit().map(|()| FileChange::Changed),
    }
}

/// A file with its new content beside it. The new file is removed if it is not moved into place.
struct Prepared {
    beside: PathBuf,
    target: PathBuf,
}

/// Writes the new content of a file beside it, if it differs.
fn prepare(path: &Path, content: &[u8]) -> std::io::Result<Option<Prepared>> {
    // A device or a pipe must not be replaced by a file.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(std::io::Error::new(
            ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(None);
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crd-gen-{}", std::process::id()));
    let beside = target.with_file_name(name);
    let prepared = Prepared { beside, target };
    fs::write(&prepared.beside, content)?;
    if let Ok(metadata) = fs::metadata(&prepared.target) {
        fs::set_permissions(&prepared.beside, metadata.permissions())?;
    }
    Ok(Some(prepared))
}

impl Prepared {
    fn commit(self) -> std::io::Result<()> {
        fs::rename(&self.beside, &self.target)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // After a rename there is nothing to remove; after an error, that error is the one to report.
        drop(fs::remove_file(&self.beside));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::FileTypeExt as _;
    use std::os::unix::net::UnixListener;

    #[test]
    fn only_regular_files_are_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("socket");
        let socket = UnixListener::bind(&path).unwrap();
        assert!(replace(&path, b"a").is_err());
        assert!(fs::metadata(&path).unwrap().file_type().is_socket());
        drop(socket);
        let link = directory.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(replace(&link, b"a").is_err());
        assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    }
}
