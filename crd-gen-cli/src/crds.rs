//! Where CRDs come from: files, directories, standard input, and the types of Rust packages.
//!
//! `publish`, `explain` and `validate` read CRDs through [`read`]; [`load`] decodes them.

use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::Crd;
use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::yaml;
use memchr::memmem;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::check::{Input, bytes_of, walk};
use crate::generate::{self, Network};
use crate::lifecycle::{Feature, ProjectChannels};
use crate::terminal::Terminal;
use crate::{Failure, report};

/// What every file of CRDs contains somewhere.
const MARK: &[u8] = b"CustomResourceDefinition";

/// Rust packages whose types give CRDs.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Packages")]
pub struct PackageArgs {
    /// Generate the CRDs of this package of the workspace; may be given several times.
    #[arg(short, long, value_name = "NAME")]
    pub package: Vec<String>,
    /// The `Cargo.toml` of the package or of its workspace [default: the one of this directory].
    #[arg(long, value_name = "PATH", requires = "package")]
    pub manifest_path: Option<PathBuf>,
    /// Reach no network when a package is built, as `cargo --offline`.
    #[arg(long)]
    pub offline: bool,
}

impl PackageArgs {
    fn network(&self) -> Network {
        if self.offline {
            Network::Offline
        } else {
            Network::Allowed
        }
    }
}

/// What one path or package holds.
pub(crate) struct Place {
    /// The path or the package, for messages.
    pub(crate) shown: String,
    /// Its texts with CRDs.
    pub(crate) texts: Vec<CrdText>,
    /// What the types of a package say of channels, gates and lifecycles.
    pub(crate) features: Vec<Feature>,
    pub(crate) channels: Vec<ProjectChannels>,
}

impl Place {
    fn of_files(shown: String, texts: Vec<CrdText>) -> Self {
        Place {
            shown,
            texts,
            features: Vec::new(),
            channels: Vec::new(),
        }
    }
}

/// A text that mentions CRDs.
pub(crate) struct CrdText {
    /// The name of the file.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    found: Found,
}

/// How a text was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// The file was named.
    Named,
    /// It is somewhere in a directory.
    InDirectory,
}

/// Reads what paths and packages hold. A path is a file, a directory, `-`, or a package: a `Cargo.toml` or its directory.
pub(crate) fn read(
    paths: &[PathBuf],
    packages: &PackageArgs,
    terminal: &Terminal,
) -> Result<Vec<Place>, Failure> {
    let mut places = Vec::new();
    for path in paths {
        let shown = path.display().to_string();
        places.push(match package_manifest(path) {
            Some(manifest) => generated(shown, None, Some(manifest), packages, terminal)?,
            None if path.is_dir() => {
                let files = walk(path)?;
                let texts: Vec<_> = files
                    .par_iter()
                    .map(|file| text(file, Found::InDirectory))
                    .collect();
                let texts = texts.into_iter().collect::<Result<Vec<_>, _>>()?;
                Place::of_files(shown, texts.into_iter().flatten().collect())
            }
            None => Place::of_files(shown, text(path, Found::Named)?.into_iter().collect()),
        });
    }
    for package in &packages.package {
        let manifest = packages.manifest_path.clone();
        let name = Some(package.clone());
        places.push(generated(package.clone(), name, manifest, packages, terminal)?);
    }
    Ok(places)
}

/// Reads and decodes all CRDs. What cannot be read or decoded is reported, and ends the command.
pub(crate) fn load(
    paths: &[PathBuf],
    packages: &PackageArgs,
    terminal: &Terminal,
) -> Result<Vec<Crd>, Failure> {
    let places = read(paths, packages, terminal)?;
    let texts: Vec<&CrdText> = places.iter().flat_map(|place| &place.texts).collect();
    let (mut crds, mut problems) = (Vec::new(), Vec::new());
    for (found, wrong) in texts.par_iter().map(|text| decoded(text)).collect::<Vec<_>>() {
        crds.extend(found);
        problems.extend(wrong);
    }
    for problem in &problems {
        terminal.error(problem, &[]);
    }
    if !problems.is_empty() {
        return Err(Failure::Reported);
    }
    if crds.is_empty() {
        let places: Vec<&str> = places.iter().map(|place| place.shown.as_str()).collect();
        return Err(none_in(&places.join("`, `")));
    }
    Ok(crds)
}

/// The CRDs of a text, and what cannot be read or decoded of it.
fn decoded(text: &CrdText) -> (Vec<Crd>, Vec<String>) {
    let (mut crds, mut problems) = (Vec::new(), Vec::new());
    let name = &text.name;
    let read = yaml::read(&text.bytes, yaml::Options::default());
    if let (Some(error), Found::Named) = (read.errors.first(), text.found) {
        problems.push(format!(
            "`{name}` cannot be read: {}",
            report::plain(&error.message)
        ));
    }
    for node in read.documents.iter().flat_map(|document| crds_of(&document.root)) {
        match decode(node).crd {
            Some(crd) => crds.push(crd),
            None => problems.push(format!(
                "a CRD in `{name}` cannot be decoded; `crd-gen check` says why"
            )),
        }
    }
    (crds, problems)
}

/// There is no CRD in a place.
pub(crate) fn none_in(place: &str) -> Failure {
    Failure::new(format!("no CustomResourceDefinition in `{place}`"))
        .help("CRDs are taken from files, directories and Rust packages")
}

/// Whether a text may hold CRDs.
pub(crate) fn mentions_crds(bytes: &[u8]) -> bool {
    memmem::find(bytes, MARK).is_some()
}

/// The text of a file, if it may hold CRDs.
fn text(path: &Path, found: Found) -> Result<Option<CrdText>, Failure> {
    let mut input = Input::named(path);
    if path.as_os_str() == "-" {
        input.path = None;
    }
    let bytes = bytes_of(&input).map_err(Failure::new)?;
    Ok(mentions_crds(&bytes).then_some(CrdText {
        name: input.shown(),
        bytes,
        found,
    }))
}

/// The CRDs of a package's types.
fn generated(
    shown: String,
    package: Option<String>,
    manifest: Option<PathBuf>,
    packages: &PackageArgs,
    terminal: &Terminal,
) -> Result<Place, Failure> {
    let answer = generate::manifests(package, manifest, packages.network(), terminal)?;
    let text = |(name, text): (String, String)| CrdText {
        name: format!("{name} (generated)"),
        bytes: text.into_bytes(),
        found: Found::Named,
    };
    Ok(Place {
        shown,
        texts: answer.texts.into_iter().map(text).collect(),
        features: answer.features,
        channels: answer.channels,
    })
}

/// The `Cargo.toml` that a path is or has.
fn package_manifest(path: &Path) -> Option<PathBuf> {
    if path.file_name().is_some_and(|name| name == "Cargo.toml") {
        return Some(path.to_owned());
    }
    Some(path.join("Cargo.toml")).filter(|manifest| manifest.is_file())
}
