//! Manifests on disk, for build scripts and tests. This is the only part of this crate that reads and writes files,
//! reads the environment and prints, because `build.rs` and tests have no other place for it.
//!
//! At the end of a `main` of `build.rs` that returns `Result<(), BuildError>`, with the types in a separate crate
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
//! Rules are evaluated on defaults only with feature `eval`. Without it, a default that violates a rule of its own schema is found
//! by `crd-gen check` and by the server, not here.

mod allowed;
mod costs;
mod diff;
mod in_rule;
mod in_rust;
mod notes;
mod origin;
mod overwritten;
mod rejected;
mod rust_file;
mod rust_literal;
mod stale;

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use crate::rust::generate::owners::{PathAttribute, PlacedText, RustOwner, RustPlace};
#[doc(hidden)]
pub use allowed::{AllowedManifest, UnusedAllowances, allow_in_manifest};
#[doc(hidden)]
pub use costs::without_repeated_costs;
#[doc(hidden)]
pub use diff::unified_diff;
pub use in_rule::in_rust_text;
pub use in_rust::{InRust, Owners, in_rust};
pub use rejected::RejectedCrd;
#[doc(hidden)]
pub use rust_file::RustFile;
#[doc(hidden)]
pub use stale::{Mode, assert_crd, crd_of_selection};

use crate::check::{self, CheckReport, DataLoss, Levels, Options, UnknownMembers, codes};
use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;
use crate::rust::generate::CustomResource;
use crate::rust::generate::{self, MergeError, Problems, Profile};
use crate::rust::shape::Resource;
use crate::yaml;
use origin::RustOrigin;

/// The environment variable that makes [`assert_crd!`](crate::assert_crd) write what it would compare.
pub const UPDATE_VARIABLE: &str = "CRD_GEN_UPDATE";

/// The reason why no manifest was written.
///
/// `Debug` prints what `Display` prints, so that `fn main() -> Result<(), BuildError>` reads well.
#[non_exhaustive]
pub enum BuildError {
    /// A type has no structural schema.
    Problems(Problems),
    /// Versions of one resource are not consistent.
    Merge(MergeError),
    /// The API server would reject the CRD.
    Rejected(RejectedCrd),
    /// The CRD could not be written as YAML.
    Yaml(yaml::WriteError),
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
    /// Several errors, at most one for each CRD; never empty.
    Several(Vec<BuildError>),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Problems(problems) => problems.fmt(f),
            BuildError::Merge(error) => error.fmt(f),
            BuildError::Rejected(refused) => refused.fmt(f),
            BuildError::Yaml(error) => error.fmt(f),
            BuildError::Io(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
            BuildError::Several(errors) => {
                for (position, error) in errors.iter().enumerate() {
                    let separator = if position > 0 { "\n\n" } else { "" };
                    write!(f, "{separator}{error}")?;
                }
                Ok(())
            }
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

/// Returns the manifest of a CRD that the API server accepts.
///
/// # Errors
/// When the server would reject the CRD or panic on it, and when it cannot be written as YAML.
pub fn manifest(crd: &Crd, version: KubeVersion) -> Result<String, BuildError> {
    let mut options = Options::for_version(version);
    options.levels = Levels::generated();
    let (manifest, _) = checked_manifest(crd, &options, &RustOrigin::default())?;
    Ok(manifest.text)
}

/// Returns the manifest of a CRD that the API server accepts, and the findings about it.
fn checked_manifest(
    crd: &Crd,
    options: &Options,
    origin: &RustOrigin,
) -> Result<(AllowedManifest, CheckReport), BuildError> {
    let manifest = yaml::to_string(crd).map_err(BuildError::Yaml)?;
    let manifest = allow_in_manifest(&manifest, &origin.owners);
    let report = check::text(&manifest.text, options);
    if report.is_accepted() {
        return Ok((manifest, report));
    }
    Err(BuildError::Rejected(RejectedCrd::new(
        crd,
        manifest.text,
        &report,
        origin,
    )))
}

/// Returns the options to check the versions of a CRD, whose types may declare mappings: its author can choose what converts them.
fn options_of_versions(options: &Options, resources: &[&'static Resource], crd: &Crd) -> Options {
    let mut options = options.clone();
    options.data_loss = DataLoss::Refuse;
    let is_version = |resource: &&&'static Resource| generate::is_version_of(resource, crd);
    if resources
        .iter()
        .filter(is_version)
        .any(|version| version.next.is_some())
    {
        options.data_loss = DataLoss::RefuseTogether;
        #[cfg(feature = "convert")]
        {
            let oldest = generate::first_mapped(resources, crd);
            let mapping = oldest.and_then(|oldest| crate::convert::mapping_of(oldest).ok());
            options.mapping = mapping.map(std::sync::Arc::new);
        }
    }
    options
}

/// Returns the name of a CRD's file, `<group>_<plural>.yaml`, as used by controller-gen.
pub fn file_name(crd: &Crd) -> String {
    format!("{}_{}.yaml", crd.spec.group, crd.spec.names.plural)
}

/// A directory of manifests for a build script to write.
#[must_use = "nothing is written before `write`"]
#[derive(Debug)]
pub struct Manifests {
    directory: PathBuf,
    sources: Vec<PathBuf>,
    resources: Vec<&'static Resource>,
    profile: Profile,
    version: KubeVersion,
    levels: Levels,
    conversion: generate::ConversionOptions,
    selection: generate::Selection,
}

impl Manifests {
    /// Creates the manifests in `directory`, relative to the package.
    pub fn in_dir(directory: impl Into<PathBuf>) -> Self {
        Manifests {
            directory: directory.into(),
            sources: Vec::new(),
            resources: Vec::new(),
            profile: Profile::ApiServer,
            version: KubeVersion::DEFAULT,
            levels: Levels::default(),
            conversion: generate::ConversionOptions::default(),
            selection: generate::Selection::default(),
        }
    }

    /// Runs the build script again when `path` changes; name the files of the types.
    pub fn rerun_if_changed(mut self, path: impl Into<PathBuf>) -> Self {
        self.sources.push(path.into());
        self
    }

    /// Adds a custom resource. Several versions of one resource become one manifest.
    pub fn add<T: CustomResource>(mut self) -> Self {
        self.resources.push(&T::RESOURCE);
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

    /// Writes the parts of types in a channel or with feature gates: `Selection::channel(channels::standard)`. Write each channel to a
    /// separate directory.
    pub fn selection(mut self, selection: generate::Selection) -> Self {
        self.selection = selection;
        self
    }

    /// Omits `spec.conversion`, or replaces parts of it.
    pub fn conversion(mut self, conversion: generate::ConversionOptions) -> Self {
        self.conversion = conversion;
        self
    }

    /// Sets the levels of findings. Versions that lose data because nothing converts between them are an error unless the level
    /// of `none-drops-field`, `none-changes-type` or `none-drops-null` is set.
    pub fn levels(mut self, levels: Levels) -> Self {
        self.levels = levels;
        self
    }

    /// Checks every CRD and writes those whose manifest has changed. Nothing is written if one is rejected.
    ///
    /// Errors contain the Rust field and its place, in the compiler's notation. Warnings of the server, such as those about members
    /// that an older version drops, are printed as warnings of cargo.
    ///
    /// # Errors
    /// When a type has no structural schema, when versions are not consistent, when the server would reject a CRD,
    /// and when a file cannot be written.
    pub fn write(self) -> Result<(), BuildError> {
        if self.is_named_as_manifest() {
            return Err(self.is_a_file(io::ErrorKind::InvalidInput));
        }
        for source in &self.sources {
            println!("cargo::rerun-if-changed={}", source.display());
            if !source.exists() {
                println!(
                    "cargo::warning=`{}` of `rerun_if_changed` does not exist, so cargo runs the build script each time; paths \
                     are relative to the package",
                    source.display()
                );
            }
        }
        let mut options = Options::for_version(self.version);
        options.levels = self.levels.or(&Levels::generated());
        if self.profile == Profile::Extended {
            // The members that the profile adds are for other readers; every server drops them.
            options.unknown_members = UnknownMembers::Ignore;
        }
        let resources: Vec<Resource> = self.resources.iter().map(|resource| **resource).collect();
        let generate::Merged {
            mut crds,
            problems,
            conflicts,
        } = generate::all(&resources, self.profile, &self.selection);
        let mut errors = Vec::new();
        if !problems.is_empty() {
            errors.push(BuildError::Problems(Problems(problems)));
        }
        let absent = versions_not_added(&self.resources);
        let is_incomplete = |name: &str| absent.iter().any(|error| error.name == name);
        let other = conflicts.into_iter().filter(|error| !is_incomplete(&error.name));
        errors.extend(other.map(BuildError::Merge));
        crds.retain(|crd| !is_incomplete(&crd.metadata.name));
        errors.extend(absent.into_iter().map(BuildError::Merge));
        let mut manifests = Vec::new();
        let mut unused = UnusedAllowances::default();
        let mut notes = Vec::new();
        if self.resources.is_empty() {
            notes.push(notes::NOTHING_ADDED.to_owned());
        }
        for crd in &mut crds {
            let unfit = unfit_versions(&self.resources, crd);
            if !unfit.is_empty() {
                errors.extend(unfit.into_iter().map(BuildError::Merge));
                continue;
            }
            generate::set_conversion(crd, &self.conversion);
            match self.manifest(crd, &options) {
                Ok((allowed, warnings)) => {
                    if self.selection == generate::Selection::default() {
                        // A channel need not have every field.
                        unused.add(&allowed);
                    }
                    let path = self.directory.join(file_name(crd));
                    notes.extend(notes::about_versions(&self.resources, &path, crd));
                    manifests.push((path, allowed.text, warnings));
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.len() > 1 {
            return Err(BuildError::Several(errors));
        }
        if let Some(error) = errors.pop() {
            return Err(error);
        }
        for resource in &self.resources {
            notes.extend(generate::owners::notes(&generate::owners::of(resource)));
        }
        notes.dedup();
        notes.extend(unused.lines());
        for note in notes {
            println!("cargo::warning={note}");
        }
        for (path, text, warnings) in manifests {
            for warning in warnings {
                println!("cargo::warning={warning}");
            }
            println!("cargo::rerun-if-changed={}", path.display());
            write_if_changed(&path, &text).map_err(|error| self.io_error(path, error))?;
        }
        Ok(())
    }

    fn io_error(&self, path: PathBuf, error: io::Error) -> BuildError {
        if self.directory.is_file() {
            return self.is_a_file(error.kind());
        }
        BuildError::Io(path, error)
    }

    fn is_a_file(&self, kind: io::ErrorKind) -> BuildError {
        let words = "it is a file; `Manifests::in_dir` names the directory of the manifests";
        BuildError::Io(self.directory.clone(), io::Error::new(kind, words))
    }

    /// Whether the directory has the name of a manifest and does not exist.
    fn is_named_as_manifest(&self) -> bool {
        let extension = self.directory.extension().and_then(OsStr::to_str);
        matches!(extension, Some("yaml" | "yml" | "json")) && !self.directory.exists()
    }

    /// Returns the manifest of a CRD, and the server's warnings, one line each.
    fn manifest(&self, crd: &Crd, options: &Options) -> Result<(AllowedManifest, Vec<String>), BuildError> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let package = package.unwrap_or_default();
        let origin = RustOrigin::of(self.resources.iter().copied(), crd, &package);
        let options = options_of_versions(options, &self.resources, crd);
        let (manifest, report) = checked_manifest(crd, &options, &origin)?;
        let warnings = report.findings.iter();
        let warnings = warnings
            .map(|finding| rejected::line(finding, &manifest.text, &origin))
            .collect();
        Ok((manifest, warnings))
    }
}

/// Writes a file under a temporary name and renames it, so that it is never visible in part; a file with the same text is not
/// changed. Returns whether the file was written.
pub fn write_if_changed(path: &Path, text: &str) -> io::Result<bool> {
    // A device must not be replaced by a file.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
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
            // Remove the incomplete file after a failed write.
            let _ = fs::remove_file(&fresh);
        })?;
    Ok(true)
}

/// Returns the path of a type as a build script writes it: without the crate if this is the build script.
fn path_in_build_script(resource: &Resource) -> &'static str {
    let path = resource.rust_path;
    match path.split_once("::") {
        Some((name, rest)) if name.starts_with("build_script_") => rest,
        _ => path,
    }
}

/// Reports versions that were not added, though `next` leads to them: the storage version, and those before an added one.
fn versions_not_added(resources: &[&'static Resource]) -> Vec<MergeError> {
    let mut errors: Vec<MergeError> = Vec::new();
    for resource in resources {
        let versions = resources
            .iter()
            .filter(|other| (other.group, other.plural) == (resource.group, resource.plural));
        let is_added = |one: &Resource| versions.clone().any(|version| version.version == one.version);
        let is_stored = versions.clone().any(|version| version.storage);
        let chain: Vec<&Resource> = std::iter::successors(resource.next, |version| version.next).collect();
        let is_end = |version: &&Resource| is_added(version) || (version.storage && !is_stored);
        let needed = chain.iter().rposition(is_end).map_or(0, |last| last + 1);
        for version in chain.iter().take(needed).filter(|version| !is_added(version)) {
            let (what, code) = if version.storage {
                ("storage version", codes::STORAGE_VERSION)
            } else {
                ("version", codes::NEXT_UNMAPPED)
            };
            let error = MergeError {
                name: format!("{}.{}", resource.plural, resource.group),
                message: format!(
                    "its {what} `{}` is not added; write `.add::<{}>()` [{code}]",
                    version.version,
                    path_in_build_script(version),
                ),
            };
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}

/// Returns the reasons why objects of the versions of a CRD cannot be converted, if types declare mappings: the errors that
/// [`Builder::build`](crate::convert::Builder::build) would return when a webhook starts.
fn unfit_versions(resources: &[&'static Resource], crd: &Crd) -> Vec<MergeError> {
    let unchained = generate::unchained(resources, crd);
    #[cfg(feature = "convert")]
    if unchained.is_empty()
        && let Some(oldest) = generate::first_mapped(resources, crd)
        && let Err(error) = crate::convert::mapping_of(oldest)
    {
        let name = crd.metadata.name.to_string();
        return error
            .problems
            .into_iter()
            .map(|message| MergeError {
                name: name.clone(),
                message,
            })
            .collect();
    }
    unchained
}
