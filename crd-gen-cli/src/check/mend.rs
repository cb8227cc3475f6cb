//! Writing a mended file, whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

/// Puts `text` in place of the file: written beside it first, then moved over it, its permissions kept.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    // Through a link, the file it leads to is replaced, not the link.
    let target = fs::canonicalize(path)?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crd-gen-{}", std::process::id()));
    let beside = target.with_file_name(name);
    let written = fs::write(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(&target)?.permissions()))
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_err() {
        // What could not be moved is of no use; that it may stay behind is not worth another error.
        drop(fs::remove_file(&beside));
    }
    written
}
