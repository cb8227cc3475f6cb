//! Imports in build scripts.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::ImportError;
use crate::import::import;
use crate::options::ImportOptions;
use crate::read::read_crds;
use crate::write::for_include;

/// An import of files, for build scripts.
#[derive(Clone, Debug, Default)]
pub struct Import {
    files: Vec<PathBuf>,
    options: ImportOptions,
}

impl Import {
    /// Creates an empty import.
    #[must_use]
    pub fn new() -> Self {
        Import::default()
    }

    /// Adds a file of CRDs.
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Sets the options.
    #[must_use]
    pub fn options(mut self, options: ImportOptions) -> Self {
        self.options = options;
        self
    }

    /// Returns the text of all types.
    ///
    /// # Errors
    /// If a file cannot be read, or its CRDs cannot be imported.
    pub fn text(&self) -> Result<String, ImportError> {
        let mut crds = Vec::new();
        for path in &self.files {
            let text = fs::read(path).map_err(|error| ImportError::Io {
                path: path.clone(),
                error,
            })?;
            crds.extend(read_crds(&text)?);
        }
        let imported = import(&crds, &self.options, &[])?;
        if !imported.rejections().is_empty() {
            return Err(ImportError::Rejected(imported.rejections().to_vec()));
        }
        Ok(imported.one_file().to_owned())
    }

    /// Writes all types to a file below `OUT_DIR`, for `include!`, and makes cargo run the script again when a CRD changes.
    ///
    /// # Errors
    /// If a file cannot be read or written, or its CRDs cannot be imported.
    pub fn write_to_out_dir(&self, name: &str) -> Result<(), ImportError> {
        for path in &self.files {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let out = env::var_os("OUT_DIR").ok_or_else(|| ImportError::Option {
            message: "`OUT_DIR` is not set; `write_to_out_dir` is for build scripts".to_owned(),
        })?;
        self.write_for_include(Path::new(&out).join(name))
    }

    /// Writes all types to a file for `include!`, which does not allow the attributes and the documentation of a file.
    ///
    /// # Errors
    /// If a file cannot be read or written, or its CRDs cannot be imported.
    pub fn write_for_include(&self, path: impl Into<PathBuf>) -> Result<(), ImportError> {
        let path = path.into();
        fs::write(&path, for_include(&self.text()?)).map_err(|error| ImportError::Io { path, error })
    }
}
