//! The user's own Rust files, to find the places of types and fields. Nothing about places is compiled into their program.

use std::fs;
use std::path::{Path, PathBuf};

use super::rust_text::find_in;
use crate::model::sort::sort;
use crate::yaml::tree::Span;

/// Rust files with their texts.
#[derive(Debug, Default)]
pub struct RustSources {
    files: Vec<RustFile>,
}

/// A Rust file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustFile {
    /// Its path, relative to the current directory where it is below it.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl RustSources {
    /// Reads the files of a package and of the packages that it takes by a path, and the given files and directories before
    /// them. What cannot be read is left out.
    pub fn read(package: &Path, first: &[PathBuf]) -> Self {
        let mut paths = Vec::new();
        for path in first {
            rust_files(path, &mut paths);
        }
        code_of(package, &mut paths);
        for dependency in by_path(package) {
            code_of(&dependency, &mut paths);
        }
        let here = std::env::current_dir().unwrap_or_default();
        let files = paths.into_iter().filter_map(|path| {
            let text = fs::read_to_string(&path).ok()?;
            let path = path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path);
            Some(RustFile { path, text })
        });
        RustSources {
            files: files.collect(),
        }
    }

    /// The place of `Type` or `Type::field`, where the field has its name on the wire. Of several types of one name it is the one
    /// in a module or file that is named after the version.
    pub fn find(&self, owner: &str, version: &str) -> Option<(&RustFile, Span)> {
        let (type_name, field) = owner
            .split_once("::")
            .map_or((owner, None), |(name, field)| (name, Some(field)));
        let is_named = |file: &&RustFile| file.path.to_string_lossy().contains(version);
        let named = self.files.iter().filter(is_named);
        let others = self.files.iter().filter(|file| !is_named(file));
        named
            .chain(others)
            .find_map(|file| Some((file, find_in(&file.text, type_name, field, version)?)))
    }
}

/// Adds the code of a package.
fn code_of(package: &Path, paths: &mut Vec<PathBuf>) {
    for directory in ["src", "tests", "examples"] {
        rust_files(&package.join(directory), paths);
    }
}

/// The directories that the manifests of a package and of its workspace name by `path = "…"`.
fn by_path(package: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in package.ancestors().take(3) {
        let manifest = fs::read_to_string(directory.join("Cargo.toml")).unwrap_or_default();
        for line in manifest.lines() {
            let path = line
                .split_once("path = \"")
                .and_then(|(_, rest)| rest.split_once('"'));
            if let Some((path, _)) = path {
                found.push(directory.join(path));
            }
        }
    }
    found
}

/// Adds a file, or the Rust files of a directory, in order.
fn rust_files(path: &Path, paths: &mut Vec<PathBuf>) {
    if let Ok(entries) = fs::read_dir(path) {
        let mut below: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        sort(&mut below);
        for path in below {
            rust_files(&path, paths);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs")
        && !paths.iter().any(|known| known == path)
    {
        paths.push(path.to_owned());
    }
}
