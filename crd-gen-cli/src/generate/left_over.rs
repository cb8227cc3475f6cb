//! Manifests that are left over: of types that were removed or renamed.

use std::fs;
use std::path::{Path, PathBuf};

use crd_core::build;
use crd_core::decode::decode;
use crd_core::yaml::{self, Options, read};

/// The manifests in a directory that crd-gen wrote, and that are not among the given file names, in order.
///
/// What crd-gen writes needs no mark: the file has the name of its CRD, and its text is what this tool writes for that CRD,
/// byte for byte, behind comments. Files of other tools, and those that somebody edited, are not touched.
pub(super) fn find(directory: &Path, written: &[String]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            !written.iter().any(|written| written == name) && is_ours(path, name)
        })
        .collect();
    found.sort();
    found
}

fn is_ours(path: &Path, name: &str) -> bool {
    if path.extension().is_none_or(|extension| extension != "yaml") || !name.contains('_') {
        return false;
    }
    let Ok(text) = fs::read_to_string(path) else {
        return false;
    };
    let comments: usize = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#') || line.trim().is_empty())
        .map(str::len)
        .sum();
    let body = text.get(comments..).unwrap_or_default();
    let read = read(body.as_bytes(), Options::default());
    let [document] = read.documents.as_slice() else {
        return false;
    };
    let Some(crd) = decode(&document.root).crd else {
        return false;
    };
    build::file_name(&crd) == name && yaml::to_string(&crd).is_ok_and(|ours| ours == body)
}
