//! Finds packages by `cargo metadata`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use crd_core::nearest;

use super::BuildArgs;
use crate::CommandError;
use crate::terminal::Terminal;
use crate::text::{listed, quoted};

/// A package whose CRDs are generated.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    /// Its directory.
    pub(super) directory: PathBuf,
    /// The name of its library in Rust code.
    pub(super) version: String,
    pub(super) library: String,
    /// The root of its workspace.
    pub(super) workspace: PathBuf,
    /// Cargo's target directory.
    pub(super) target: PathBuf,
    /// The source of its `crd-core`.
    pub(super) core: CrateSource,
    /// Whether it enables crd-core's feature `convert`.
    pub(super) converts: bool,
    /// The names of its features.
    pub(super) features: Vec<String>,
}

impl Package {
    /// Checks that the package has the requested features. Those of its dependencies, such as `serde/rc`, are not checked.
    pub(super) fn has_features(&self, wanted: &[String]) -> Result<(), CommandError> {
        let mut wanted = wanted.iter().flat_map(|list| list.split_whitespace());
        let Some(unknown) = wanted
            .find(|wanted| !wanted.contains('/') && self.features.iter().all(|feature| feature != wanted))
        else {
            return Ok(());
        };
        let known = self.features.iter().map(String::as_str);
        let help = match nearest(unknown, known.clone()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if self.features.is_empty() => "it has none; select another package with `-p`".to_owned(),
            None => listed("its feature is", "its features are", known),
        };
        let message = format!("package `{}` has no feature `{unknown}`", self.name);
        Err(CommandError::new(message).help(help))
    }
}

/// The source of a crate.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CrateSource {
    Path(PathBuf),
    Registry { version: String },
    Git { url: String, revision: String },
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<MetaPackage>,
    workspace_members: Vec<String>,
    resolve: Option<Resolve>,
    target_directory: PathBuf,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct MetaPackage {
    id: String,
    name: String,
    version: String,
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<CargoTarget>,
    #[serde(default)]
    dependencies: Vec<Asked>,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
}

/// A dependency as a package declares it.
#[derive(Deserialize)]
struct Asked {
    name: String,
    #[serde(default)]
    features: Vec<String>,
}

#[derive(Deserialize)]
struct CargoTarget {
    name: String,
    kind: Vec<String>,
}

impl MetaPackage {
    /// Whether it enables crd-core's feature `convert`.
    fn converts(&self) -> bool {
        let mut core = self.dependencies.iter().filter(|asked| asked.name == "crd-core");
        core.any(|asked| asked.features.iter().any(|feature| feature == "convert"))
    }

    fn has_library(&self) -> bool {
        self.targets.iter().any(CargoTarget::is_library)
    }
}

impl CargoTarget {
    fn is_library(&self) -> bool {
        let mut kinds = self.kind.iter();
        kinds.any(|kind| matches!(kind.as_str(), "lib" | "rlib" | "dylib"))
    }
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<ResolveNode>,
    root: Option<String>,
}

#[derive(Deserialize)]
struct ResolveNode {
    id: String,
    deps: Vec<ResolvedDependency>,
}

#[derive(Deserialize)]
struct ResolvedDependency {
    pkg: String,
}

/// Returns the cargo command: that of the `CARGO` variable, if it is set.
pub(super) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns the requested packages, at least one.
pub(super) fn find(build: &BuildArgs, terminal: &Terminal) -> Result<Vec<Package>, CommandError> {
    let metadata = metadata(build)?;
    let mut packages = Vec::new();
    for package in choose(build, &metadata, terminal)? {
        let package = describe(&metadata, package)?;
        package.has_features(&build.features)?;
        packages.push(package);
    }
    Ok(packages)
}

/// Returns the other packages of the workspace that may have custom resources.
pub(super) fn others(build: &BuildArgs, asked: &[Package]) -> Result<Vec<Package>, CommandError> {
    let metadata = metadata(build)?;
    candidates(&metadata)
        .into_iter()
        .filter(|package| package.has_library() && asked.iter().all(|asked| asked.name != package.name))
        .map(|package| describe(&metadata, package))
        .collect()
}

/// Returns the single requested package.
pub(super) fn only(build: &BuildArgs, terminal: &Terminal) -> Result<Package, CommandError> {
    let mut packages = find(build, terminal)?;
    if packages.len() > 1 {
        let names = quoted(packages.iter().map(|package| &package.name));
        return Err(CommandError::new(format!("select one package, not {names}")));
    }
    packages
        .pop()
        .ok_or_else(|| CommandError::new("no package of the workspace depends on `crd-core`"))
}

fn describe(metadata: &Metadata, package: &MetaPackage) -> Result<Package, CommandError> {
    let library = package
        .targets
        .iter()
        .find(|target| target.is_library())
        .ok_or_else(|| {
            CommandError::new(format!(
                "package `{}` has no library, so crd-gen cannot use its types",
                package.name
            ))
            .help(
                "without a library, a test keeps the manifest up to date: \
                `crd_core::assert_crd!(Database, \"config/crd/db.example.com_databases.yaml\")`, run with \
                `CRD_GEN_UPDATE=1` to write it",
            )
            .help("or move the types of the API into `src/lib.rs` and use them from `src/main.rs`")
            .help("or move them to a separate crate and select it with `-p`")
        })?;
    let core = core_of(metadata, package).ok_or_else(|| {
        CommandError::new(format!(
            "package `{}` does not depend on `crd-core`",
            package.name
        ))
        .help(format!("add it: `cargo add -p {} crd-core`", package.name))
    })?;
    Ok(Package {
        name: package.name.clone(),
        version: package.version.clone(),
        directory: package
            .manifest_path
            .parent()
            .map(PathBuf::from)
            .unwrap_or_default(),
        library: library.name.replace('-', "_"),
        workspace: metadata.workspace_root.clone(),
        target: metadata.target_directory.clone(),
        core: source(core)?,
        converts: package.converts(),
        features: package.features.keys().cloned().collect(),
    })
}

fn metadata(build: &BuildArgs) -> Result<Metadata, CommandError> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--color", "never"]);
    if let Some(path) = &build.packages.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    if build.packages.offline {
        command.arg("--offline");
    }
    let output = command.output().map_err(|error| {
        CommandError::new(format!("cannot run `cargo`: {error}")).help("is it on the PATH?")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        if build.packages.manifest_path.is_none() && !is_in_package() {
            return Err(
                CommandError::new("there is no `Cargo.toml` in this directory or above it")
                    .help("run it in a package, or select one with `--manifest-path path/to/Cargo.toml`"),
            );
        }
        return Err(CommandError::new(format!(
            "`cargo metadata` failed\n{}",
            said.trim_end()
        )));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| CommandError::new(format!("cannot read the output of `cargo metadata`: {error}")))
}

/// Whether this directory or one above it has a `Cargo.toml`.
fn is_in_package() -> bool {
    std::env::current_dir().is_ok_and(|here| here.ancestors().any(|above| above.join("Cargo.toml").is_file()))
}

/// Chooses the named packages, all that depend on `crd-core`, the one in this directory, or the only one that depends
/// on `crd-core`.
fn choose<'a>(
    build: &BuildArgs,
    metadata: &'a Metadata,
    terminal: &Terminal,
) -> Result<Vec<&'a MetaPackage>, CommandError> {
    let members = || members(metadata);
    let mut named: Vec<&MetaPackage> = Vec::new();
    for name in &build.packages.package {
        let package = members().find(|package| package.name == *name).ok_or_else(|| {
            let names = || members().map(|package| package.name.as_str());
            let near = nearest(name, names());
            CommandError::new(format!("the workspace has no package `{name}`")).help(near.map_or_else(
                || listed("its package is", "its packages are", names()),
                |near| format!("did you mean `{near}`?"),
            ))
        })?;
        if named.iter().all(|other| other.id != package.id) {
            named.push(package);
        }
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let candidates = candidates(metadata);
    if build.workspace && !candidates.is_empty() {
        let (with_library, without): (Vec<_>, Vec<_>) =
            candidates.into_iter().partition(|package| package.has_library());
        if with_library.is_empty() {
            // Describing them reports the error with a suggestion.
            return Ok(without);
        }
        for package in &without {
            terminal.note(&format!(
                "package `{}` is skipped: it has only a binary, whose types crd-gen cannot use",
                package.name
            ));
        }
        return Ok(with_library);
    }
    let root = metadata
        .resolve
        .as_ref()
        .and_then(|resolve| resolve.root.as_ref());
    if let Some(package) = members().find(|package| Some(&package.id) == root) {
        return Ok(vec![package]);
    }
    match candidates.as_slice() {
        [only] => Ok(vec![only]),
        [] => Err(
            CommandError::new("no package of the workspace depends on `crd-core`")
                .help("add it to the package of your API: `cargo add -p NAME crd-core`"),
        ),
        several => {
            let names = quoted(several.iter().map(|package| &package.name));
            Err(CommandError::new(
                "several packages of the workspace may contain CRDs; select them with \
                    `-p`, or all with `--workspace`",
            )
            .help(format!("they are {names}")))
        }
    }
}

/// Returns the packages of the workspace.
fn members(metadata: &Metadata) -> impl Iterator<Item = &MetaPackage> {
    metadata
        .packages
        .iter()
        .filter(|package| metadata.workspace_members.contains(&package.id))
}

/// Returns the packages of the workspace that depend on `crd-core`.
fn candidates(metadata: &Metadata) -> Vec<&MetaPackage> {
    members(metadata)
        .filter(|package| core_of(metadata, package).is_some_and(|core| core.id != package.id))
        .collect()
}

fn core_of<'a>(metadata: &'a Metadata, package: &MetaPackage) -> Option<&'a MetaPackage> {
    let node = metadata
        .resolve
        .as_ref()?
        .nodes
        .iter()
        .find(|node| node.id == package.id)?;
    metadata.packages.iter().find(|other| {
        other.name == "crd-core" && node.deps.iter().any(|dependency| dependency.pkg == other.id)
    })
}

fn source(core: &MetaPackage) -> Result<CrateSource, CommandError> {
    let Some(source) = &core.source else {
        return Ok(CrateSource::Path(
            core.manifest_path.parent().map(PathBuf::from).unwrap_or_default(),
        ));
    };
    if let Some(git) = source.strip_prefix("git+") {
        let (url, revision) = git.split_once('#').unwrap_or((git, ""));
        let url = url.split_once('?').map_or(url, |(url, _)| url);
        return Ok(CrateSource::Git {
            url: url.to_owned(),
            revision: revision.to_owned(),
        });
    }
    if source.starts_with("registry+") || source.starts_with("sparse+") {
        return Ok(CrateSource::Registry {
            version: core.version.clone(),
        });
    }
    Err(CommandError::new(format!(
        "`crd-core` comes from `{source}`, which `crd-gen` does not support"
    )))
}
