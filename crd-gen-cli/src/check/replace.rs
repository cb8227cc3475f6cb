//! Replaces a file, whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

/// Replaces the text of a file: writes a file beside it, with the same permissions, and moves that over it.
pub(crate) fn file(path: &Path, text: &str) -> io::Result<()> {
    // Through a link, the file it leads to is replaced, not the link.
    let target = fs::canonicalize(path)?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crd-gen-{}", std::process::id()));
    let beside = target.with_file_name(name);
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&target)?.permissions()))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // The first error is the one to report, even if the new file cannot be removed.
        drop(fs::remove_file(&beside));
    }
    written
}
