//! Shared helpers of the integration tests.

pub mod agree;
pub mod api;
pub mod conformance;
pub mod fuzz;
pub mod library_costs;
pub mod syntax_tree;

use std::path::{Path, PathBuf};

/// A file or folder of the recorded material: below `CRD_GEN_SHARED`, else `../shared` beside the
/// workspace. `None`, with a word about it, when it is not there; under CI that is a failure.
///
/// # Panics
/// When `CI` is set and the file is missing.
pub fn shared(path: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = std::env::var_os("CRD_GEN_SHARED").map_or_else(|| workspace.join("../shared"), PathBuf::from);
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("CI").is_none(), "{} is missing", found.display());
    println!("skipped: {} is missing", found.display());
    None
}

/// The lines of a file of the recorded material.
///
/// # Panics
/// When the file cannot be read.
pub fn lines(path: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(shared(path)?).expect("a readable file");
    Some(text.lines().map(str::to_owned).collect())
}
