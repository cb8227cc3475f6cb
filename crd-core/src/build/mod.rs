//! Manifests on disk, for build scripts and tests. The one part of this crate that reads and writes files,
//! reads the environment and prints: `build.rs` and tests have no other place for it.
//!
//! At the end of a `main` of `build.rs` that returns `Result<(), BuildError>`, with the types in a crate of their own
//! or included by `#[path]`:
//!
//! ```no_run
//! # use crd_core::CustomResource;
//! # fn example<Database: CustomResource>() -> Result<(), crd_core::build::BuildError> {
//! crd_core::build::Manifests::in_dir("config/crd")
//!     .rerun_if_changed("src/api.rs")
//!     .add::<Database>()
//!     .write()
//! # }
//! ```
//!
//! In a test, [`assert_crd!`](crate::assert_crd) keeps a committed manifest up to date.
//!
//! Rules are run on defaults only with feature `eval`. Without it, a default that breaks a rule of its own schema is found by
//! `crd-gen check` and by the server, not here.

mod refused;
mod stale;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use refused::Refused;
#[doc(hidden)]
pub use stale::{Mode, assert_crd};

use crate::check::{self, DataLoss, Levels, Options, Report, UnknownMembers};
use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;
use crate::rust::generate::CustomResource;
use crate::rust::generate::{self, MergeError, Problems, Profile};
use crate::rust::shape::Resource;
use crate::yaml;

/// The environment variable that makes [`assert_crd!`](crate::assert_crd) write what it would compare.
pub const UPDATE_VARIABLE: &str = "CRD_GEN_UPDATE";

/// Why no manifest was written.
///
/// `Debug` prints what `Display` prints, so that `fn main() -> Result<(), BuildError>` reads well.
#[non_exhaustive]
pub enum BuildError {
    /// A type has no structural schema.
    Problems(Problems),
    /// Versions of one resource do not fit together.
    Merge(MergeError),
    /// The API server would refuse the CRD.
    Refused(Refused),
    /// The CRD could not be written as YAML.
    Yaml(yaml::WriteError),
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Problems(problems) => problems.fmt(f),
            BuildError::Merge(error) => error.fmt(f),
            BuildError::Refused(refused) => refused.fmt(f),
            BuildError::Yaml(error) => error.fmt(f),
            BuildError::Io(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

impl From<Problems> for BuildError {
    fn from(problems: Problems) -> Self {
        BuildError::Problems(problems)
    }
}

impl From<MergeError> for BuildError {
    fn from(error: MergeError) -> Self {
        BuildError::Merge(error)
    }
}

/// The manifest of a CRD that the API server accepts.
///
/// # Errors
/// When the server would refuse the CRD or panic on it, and when it cannot be written as YAML.
pub fn manifest(crd: &Crd, version: KubeVersion) -> Result<String, BuildError> {
    let mut options = Options::for_version(version);
    options.levels = Levels::generated();
    checked_manifest(crd, &options).map(|(manifest, _)| manifest)
}

/// The manifest of a CRD that the API server accepts, with what it warns of.
fn checked_manifest(crd: &Crd, options: &Options) -> Result<(String, Report), BuildError> {
    let (manifest, report) = check::crd(crd, options).map_err(BuildError::Yaml)?;
    if report.is_accepted() {
        return Ok((manifest, report));
    }
    Err(BuildError::Refused(Refused::new(crd, manifest, report)))
}

/// The name of a CRD's file, `<group>_<plural>.yaml`, as controller-gen names them.
pub fn file_name(crd: &Crd) -> String {
    format!("{}_{}.yaml", crd.spec.group, crd.spec.names.plural)
}

/// A directory of manifests for a build script to write.
#[must_use = "nothing is written before `write`"]
#[derive(Debug)]
pub struct Manifests {
    directory: PathBuf,
    sources: Vec<PathBuf>,
    resources: Vec<Resource>,
    profile: Profile,
    version: KubeVersion,
    levels: Levels,
    conversion: generate::ConversionOptions,
}

impl Manifests {
    /// Manifests in `directory`, relative to the package.
    pub fn in_dir(directory: impl Into<PathBuf>) -> Self {
        Manifests {
            directory: directory.into(),
            sources: Vec::new(),
            resources: Vec::new(),
            profile: Profile::ApiServer,
            version: KubeVersion::DEFAULT,
            levels: Levels::default(),
            conversion: generate::ConversionOptions::default(),
        }
    }

    /// Runs the build script again when `path` changes; name the files of the types.
    pub fn rerun_if_changed(mut self, path: impl Into<PathBuf>) -> Self {
        self.sources.push(path.into());
        self
    }

    /// Adds a custom resource. Several versions of one resource become one manifest.
    pub fn add<T: CustomResource>(mut self) -> Self {
        self.resources.push(T::RESOURCE);
        self
    }

    /// Writes the given profile.
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Checks against the given server version.
    pub fn kubernetes_version(mut self, version: KubeVersion) -> Self {
        self.version = version;
        self
    }

    /// Leaves `spec.conversion` out, or replaces parts of it.
    pub fn conversion(mut self, conversion: generate::ConversionOptions) -> Self {
        self.conversion = conversion;
        self
    }

    /// Sets what becomes of findings. Versions that lose data because nothing converts between them are an error unless the level
    /// of `none-drops-field`, `none-changes-type` or `none-drops-null` says otherwise.
    pub fn levels(mut self, levels: Levels) -> Self {
        self.levels = levels;
        self
    }

    /// Checks every CRD and writes those whose manifest has changed. Nothing is written when one is refused.
    ///
    /// What the server warns of, such as members that an older version drops, is shown as warnings of cargo.
    ///
    /// # Errors
    /// When a type has no structural schema, when versions do not fit together, when the server would refuse a CRD,
    /// and when a file cannot be written.
    pub fn write(self) -> Result<(), BuildError> {
        for source in &self.sources {
            println!("cargo::rerun-if-changed={}", source.display());
        }
        let crds: Result<Vec<(&'static str, Crd)>, Problems> = self
            .resources
            .iter()
            .map(|resource| Ok((resource.rust_path, generate::crd(resource, self.profile)?)))
            .collect();
        let mut options = Options::for_version(self.version);
        options.levels = self.levels.or(&Levels::generated());
        options.data_loss = DataLoss::Refuse;
        if self.profile == Profile::Extended {
            // What the profile adds is meant for other readers; every server drops it.
            options.unknown_members = UnknownMembers::Ignore;
        }
        let mut merged = generate::merge_declared(crds?)?;
        for crd in &mut merged {
            generate::set_conversion(crd, &self.conversion);
        }
        let manifests: Result<Vec<_>, BuildError> = merged
            .iter()
            .map(|crd| {
                let (manifest, report) = checked_manifest(crd, &options)?;
                Ok((self.directory.join(file_name(crd)), manifest, report))
            })
            .collect();
        for (path, text, report) in manifests? {
            for finding in &report.findings {
                let file = path.display();
                println!("cargo::warning={file}: {}", finding.diagnostic.message);
            }
            println!("cargo::rerun-if-changed={}", path.display());
            write_if_changed(&path, &text).map_err(|error| BuildError::Io(path, error))?;
        }
        Ok(())
    }
}

/// Writes a file through a neighbour that is renamed into place, so that nobody ever sees half of it; a file with
/// the same text is left alone. Returns whether it wrote.
pub fn write_if_changed(path: &Path, text: &str) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let fresh = path.with_file_name(name);
    fs::write(&fresh, text)
        .and_then(|()| fs::rename(&fresh, path))
        .inspect_err(|_| {
            // What is left of a failed write is of no use to anybody.
            let _ = fs::remove_file(&fresh);
        })?;
    Ok(true)
}
