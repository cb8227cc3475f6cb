//! The interface to the program that runs the server: files, configuration, and CRDs that are not in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::Levels;
use crd_core::check::objects::ObjectOptions;

/// The program that runs the server. All methods may be called from several threads, and may block.
pub trait Host: Send + Sync {
    /// Returns the configuration of a file or a directory.
    ///
    /// # Errors
    /// Returns the error in the configuration, in one line.
    fn configuration(&self, path: &Path) -> Result<Configuration, String>;

    /// Returns the YAML and JSON files below a directory, sorted by name, without those that the configuration excludes.
    fn manifests(&self, directory: &Path) -> Vec<PathBuf>;

    /// Returns the files of CRDs that are used for kinds without a CRD in the workspace, such as those of a cluster.
    fn cached(&self) -> Vec<PathBuf>;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// Generates the CRDs of the Rust packages of a directory.
    ///
    /// # Errors
    /// Returns an error if they cannot be generated.
    fn generate(&self, directory: &Path) -> Result<Vec<GeneratedManifest>, String>;

    /// Returns the text of a file at a revision, or for `merge-base` at the merge base with the default branch; `None` if the file did not
    /// exist.
    ///
    /// # Errors
    /// Returns an error if the text is not known.
    fn base(&self, path: &Path, revision: &str) -> Result<Option<BaseText>, String>;

    /// Whether the process of the client still runs.
    fn is_running(&self, process: u32) -> bool;
}

/// A CRD that is generated from Rust types.
#[derive(Clone, Debug, Default)]
pub struct GeneratedManifest {
    /// The name in messages.
    pub name: String,
    /// The manifest.
    pub text: String,
    /// The Rust field of each path, such as `spec.users[].name`, by version.
    pub fields: BTreeMap<String, BTreeMap<String, RustField>>,
}

/// The place of a Rust field or type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RustField {
    /// The file.
    pub path: PathBuf,
    /// The line, starting at 1.
    pub line: u32,
    /// The column in characters, starting at 1.
    pub column: u32,
}

/// An older text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseText {
    /// The name in findings.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The configuration of a file.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The version of the server; if not set, the default of crd-core.
    pub kubernetes_version: Option<KubeVersion>,
    /// The levels of findings.
    pub levels: Levels,
    /// Options for the validation of objects.
    pub objects: ObjectOptions,
    /// Whether the file is excluded.
    pub is_excluded: bool,
    /// Files and directories of CRDs with which objects are validated.
    pub crds: Vec<PathBuf>,
}
