//! Finds the YAML and JSON files below directories.

use std::fs;
use std::path::{Path, PathBuf};

/// Adds the files of a directory, in the order of their names.
pub fn find(path: &Path, out: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut below: Vec<PathBuf> = fs::read_dir(path)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        below.sort();
        for path in below {
            find(&path, out);
        }
    } else if path
        .extension()
        .is_some_and(|found| found == "yaml" || found == "yml" || found == "json")
    {
        out.push(path.to_owned());
    }
}
