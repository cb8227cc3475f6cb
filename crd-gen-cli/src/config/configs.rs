//! Finds the `crd-gen.toml` that applies to a file: only the nearest one above it does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::FILE_NAME;
use super::file::Config;
use super::read::read;
use crate::CommandError;

/// A configuration file, and the `[[paths]]` in it that match a file.
type ConfigKey = (Option<PathBuf>, Vec<usize>);

/// Configurations by directory, each of which is read once.
#[derive(Default)]
pub(crate) struct Configs {
    only: Option<Arc<Config>>,
    by_directory: BTreeMap<PathBuf, Arc<Config>>,
    by_paths: BTreeMap<ConfigKey, Arc<Config>>,
}

impl Configs {
    /// Uses the one file given on the command line, or searches for configurations near the files.
    pub(crate) fn new(file: Option<&Path>) -> Result<Self, CommandError> {
        Ok(Configs::with_only(file.map(read).transpose()?))
    }

    /// Uses the given configuration for all files.
    pub(super) fn with_only(only: Option<Config>) -> Self {
        Configs {
            only: only.map(Arc::new),
            ..Configs::default()
        }
    }

    /// Returns the configuration for a directory, or for the directory of a file.
    pub(crate) fn near(&mut self, path: &Path) -> Result<Arc<Config>, CommandError> {
        if let Some(only) = &self.only {
            return Ok(Arc::clone(only));
        }
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let start = if absolute.is_dir() {
            Some(absolute.as_path())
        } else {
            absolute.parent()
        };
        let Some(start) = start else {
            return Ok(Arc::default());
        };
        let mut passed: Vec<&Path> = Vec::new();
        let mut found = None;
        for directory in start.ancestors() {
            if let Some(config) = self.by_directory.get(directory) {
                found = Some(Arc::clone(config));
                break;
            }
            passed.push(directory);
            let file = directory.join(FILE_NAME);
            if file.is_file() {
                let mut config = read(&file)?;
                if config.takes_lints_from_above {
                    let above = directory.parent().ok_or_else(|| no_workspace(&file))?;
                    let above = self.near(above)?;
                    above.path.as_ref().ok_or_else(|| no_workspace(&file))?;
                    config.levels = config.levels.or(&above.levels);
                }
                found = Some(Arc::new(config));
                break;
            }
        }
        let found = found.unwrap_or_default();
        for directory in passed {
            self.by_directory.insert(directory.to_owned(), Arc::clone(&found));
        }
        Ok(found)
    }

    /// Returns the configuration for a file, with the matching `[[paths]]` applied.
    pub(crate) fn of_file(&mut self, file: &Path) -> Result<Arc<Config>, CommandError> {
        let config = self.near(file)?;
        let about = config.about(file);
        if about.is_empty() {
            return Ok(config);
        }
        let key = (config.path.clone(), about);
        let narrowed = self.by_paths.entry(key.clone());
        Ok(Arc::clone(
            narrowed.or_insert_with(|| Arc::new(config.with(&key.1))),
        ))
    }
}

fn no_workspace(file: &Path) -> CommandError {
    let failure = CommandError::new(format!(
        "`{}` inherits its lints from a parent directory, but there is no configuration",
        file.display()
    ));
    failure.help(format!(
        "write a `{FILE_NAME}` in the directory of the workspace, or remove `workspace = true`"
    ))
}
