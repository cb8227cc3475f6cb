//! What the server asks of the program that runs it: files, configuration, CRDs that are not in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::Levels;
use crd_core::check::objects::ObjectOptions;

/// The program that runs the server. All of it may be called from several threads, and take its time.
pub trait Host: Send + Sync {
    /// What the configuration says about a file or a directory.
    ///
    /// # Errors
    /// What is wrong with the configuration, in one line.
    fn configuration(&self, path: &Path) -> Result<Configuration, String>;

    /// The files of YAML and JSON below a directory, in the order of their names, without those that the configuration leaves out.
    fn manifests(&self, directory: &Path) -> Vec<PathBuf>;

    /// The files of CRDs that count where the workspace has none of a kind, such as those of a cluster.
    fn cached(&self) -> Vec<PathBuf>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// The CRDs of the Rust packages of a directory.
    ///
    /// # Errors
    /// Why they cannot be generated.
    fn generate(&self, directory: &Path) -> Result<Vec<GeneratedManifest>, String>;

    /// The text that a file had at a revision, or at the merge base with the default branch for `merge-base`; `None` if it had none.
    ///
    /// # Errors
    /// Why it is not known.
    fn base(&self, path: &Path, revision: &str) -> Result<Option<BaseText>, String>;

    /// Whether the process of the client still runs.
    fn is_running(&self, process: u32) -> bool;
}

/// A CRD that is made of Rust types.
#[derive(Clone, Debug, Default)]
pub struct GeneratedManifest {
    /// A name for messages.
    pub name: String,
    /// The manifest.
    pub text: String,
    /// By version: the Rust field of each path, such as `spec.users[].name`.
    pub fields: BTreeMap<String, BTreeMap<String, RustField>>,
}

/// The place of a Rust field or type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RustField {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// An older text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseText {
    /// How findings name it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What counts for a file.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The version of the server; the default of crd-core where nothing says it.
    pub kubernetes_version: Option<KubeVersion>,
    /// The levels of findings.
    pub levels: Levels,
    /// How objects are judged.
    pub objects: ObjectOptions,
    /// Whether the file is left out.
    pub is_excluded: bool,
    /// Files and directories of CRDs that objects are judged by.
    pub crds: Vec<PathBuf>,
}
