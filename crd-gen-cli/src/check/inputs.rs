//! Which files are checked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;

use crate::Failure;
use crate::config::{Config, Configs};
use crate::source::shown;

/// A file to check.
pub(crate) struct Input {
    /// Where it is; `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// Whether it was named, not found in a directory.
    pub(crate) named: bool,
    /// The configuration that counts for it.
    pub(crate) config: Arc<Config>,
}

impl Input {
    /// A file that was named, without a configuration.
    pub(crate) fn named(path: &Path) -> Self {
        Input {
            path: Some(path.to_owned()),
            named: true,
            config: Arc::default(),
        }
    }

    /// How findings name the file.
    pub(crate) fn shown(&self) -> String {
        self.path.as_deref().map_or_else(|| "<stdin>".to_owned(), shown)
    }
}

/// The files of a run.
pub(crate) struct InputFiles {
    pub(crate) files: Vec<Input>,
    /// The paths as given.
    pub(crate) shown: Vec<String>,
    /// Directories without any file to read.
    pub(crate) empty: Vec<String>,
}

/// The files of the paths, in the order given; those of a directory ordered by name.
pub(crate) fn find(paths: &[PathBuf], configs: &mut Configs) -> Result<InputFiles, Failure> {
    let mut found = InputFiles {
        files: Vec::new(),
        shown: paths.iter().map(|path| shown(path)).collect(),
        empty: Vec::new(),
    };
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    for path in paths {
        if path.as_os_str() == "-" {
            let config = configs.near(Path::new("."))?;
            found.files.push(Input {
                path: None,
                named: true,
                config,
            });
        } else if path.is_dir() {
            let before = found.files.len();
            for file in walk(path)? {
                let config = configs.near(&file)?;
                if !config.excludes(&file) && seen.insert(file.clone()) {
                    found.files.push(Input {
                        path: Some(file),
                        named: false,
                        config,
                    });
                }
            }
            if found.files.len() == before {
                found.empty.push(shown(path));
            }
        } else {
            hint(path)?;
            let config = configs.near(path)?;
            if seen.insert(path.clone()) {
                found.files.push(Input {
                    path: Some(path.clone()),
                    named: true,
                    config,
                });
            }
        }
    }
    Ok(found)
}

/// Explains paths that are none: URLs, and patterns that the shell did not expand.
fn hint(path: &Path) -> Result<(), Failure> {
    let text = path.to_string_lossy();
    if path.exists() {
        return Ok(());
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        let failure = Failure::new(format!("`{text}` is a URL, and only files are read"));
        return Err(failure.help(format!("`curl -fsSL {text} | crd-gen check -`")));
    }
    if text.contains(['*', '?', '[']) {
        let failure = Failure::new(format!("no file is called `{text}`"));
        return Err(failure.help(
            "the shell expands `*` where a file matches and the pattern is not in quotes; a directory is read with all below it",
        ));
    }
    Ok(())
}

/// The files of YAML and JSON below a directory.
pub(crate) fn walk(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let walk = WalkBuilder::new(directory).sort_by_file_path(Path::cmp).build();
    for entry in walk {
        let entry = entry
            .map_err(|error| Failure::new(format!("cannot look into `{}`: {error}", directory.display())))?;
        let path = entry.path();
        let read = path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| ["yaml", "yml", "json"].contains(&extension));
        if read && entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}
