//! `crd-gen generate`: generates the CRDs of a package's Rust types.
//!
//! Cargo describes the package ([`package`]); a small program is built that links the package's library and prints
//! every CRD in it ([`harness`]); each CRD is checked, and nothing is written if the API server would reject one
//! ([`verdict`]); the manifests go to disk or stdout ([`output`]).

mod add_allow;
mod folders;
mod harness;
mod left_over;
mod note;
mod output;
mod overdue;
mod package;
mod selection;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use crd_core::build::UnusedAllowances;

use crate::choices::{ManifestFormat, ProfileName};
use crate::config::{Config, Configs, GenerateSection};
use crate::feature::{Feature, ProjectChannels, ValueDocs};
use crate::options::{
    ALLOW_REASON, KubernetesVersion, LevelArgs, LintArgs, PackageArgs, directory, one_line,
};
use crate::terminal::Terminal;
use crate::text::quoted;
use crate::watch;
use crate::{CommandError, CommandOutcome};
use folders::folders;
use harness::Manifest;
use output::Completeness;
use package::Package;
use selection::{Selected, SelectionArgs};

const EXAMPLES: &str = "\
Examples:
  # The CRDs of the package in this directory, of another package
  crd-gen generate -o config/crd
  crd-gen generate -p my-operator -o config/crd
  # Of all packages of the workspace; remove the files of deleted types
  crd-gen generate --workspace -o config/crd --prune
  # Generate again whenever a source file changes
  crd-gen generate -o config/crd --watch
  # In CI: are the committed files up to date?
  crd-gen generate -o config/crd --check
  # A directory for each channel; CRDs that are equal in all go to `config/crd`
  crd-gen generate --channel standard --channel experimental -o config/crd
  # Straight to a cluster
  crd-gen generate | kubectl apply --server-side -f -

One file is written for each CRD, `<group>_<plural>.yaml`, with all versions of the resource. A file is replaced as a \
whole, and only if it changes. Nothing is written if the API server would reject one of the CRDs.

Exit codes: 0 success, 1 a CRD would be rejected or (with `--check`) a file is out of date, 2 the command was misused \
or the package does not compile.";

/// Arguments of `crd-gen generate`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct GenerateArgs {
    /// The packages to build, and their features.
    #[command(flatten)]
    pub build: BuildArgs,
    /// The directory to write to, or `-` for standard output [default: from `crd-gen.toml`, or standard output].
    #[arg(short, long, value_name = "DIR", value_parser = directory, help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Remove the manifests of deleted types, which crd-gen has written, from the output directory.
    #[arg(long, conflicts_with = "check", help_heading = "Output")]
    pub prune: bool,
    /// Write nothing. Fail with a diff if a file in the output directory is out of date or belongs to a deleted type.
    #[arg(long, help_heading = "Output")]
    pub check: bool,
    /// Generate the CRDs again whenever a source file of the workspace changes, until Ctrl-C.
    #[arg(long, help_heading = "Output")]
    pub watch: bool,
    /// The output format of CRDs [default: yaml].
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ManifestFormat>,
    /// Write the comments in this file at the top of every manifest; a `#` is added to lines without one.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub header: Option<PathBuf>,
    /// Selection of the parts of types to generate.
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The content of CRDs.
    #[command(flatten)]
    pub content: ContentArgs,
    /// Selection of lints.
    #[command(flatten)]
    pub lints: LintArgs,
    /// Write `#[crd(allow(…))]` with the reason on the fields and types of all findings that the server does not reject, and no
    /// manifests.
    #[arg(long, value_name = "REASON", num_args = 0..=1, require_equals = true, value_parser = one_line,
        default_missing_value = ALLOW_REASON,
        help_heading = "Levels", conflicts_with_all = ["check", "prune", "watch"])]
    pub add_allow: Option<String>,
    /// Severity levels of codes.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The version of the API server.
    #[command(flatten, next_help_heading = "Output")]
    pub server: KubernetesVersion,
}

impl GenerateArgs {
    /// Fills in missing arguments from the configuration.
    fn or(mut self, defaults: &GenerateSection) -> Self {
        let build = &mut self.build;
        if build.packages.package.is_empty() && !build.workspace {
            build.packages.package.clone_from(&defaults.packages);
            build.workspace = defaults.packages.is_empty() && defaults.workspace.unwrap_or_default();
        }
        if build.features.is_empty() && !build.all_features {
            build.features.clone_from(&defaults.features);
        }
        let output = self.output.or_else(|| defaults.output.clone());
        self.output = output.filter(|output| output.as_os_str() != "-");
        self.header = self.header.or_else(|| defaults.header.clone());
        self.format = self.format.or(defaults.format);
        self.content.crd_profile = self.content.crd_profile.or(defaults.crd_profile);
        self.content.max_description = self.content.max_description.or(defaults.max_description);
        let selection = &mut self.selection;
        if selection.channel.is_empty() {
            selection.channel.clone_from(&defaults.channels);
        }
        if selection.feature_set.is_empty() && selection.feature_gates.is_none() {
            selection.feature_set.clone_from(&defaults.feature_sets);
        }
        self
    }

    /// Returns the format of CRDs.
    fn format(&self) -> ManifestFormat {
        self.format.unwrap_or_default()
    }
}

impl ContentArgs {
    /// Returns the profile of CRDs.
    fn profile(&self) -> ProfileName {
        self.crd_profile.unwrap_or_default()
    }
}

/// The packages to build, and their features.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Package")]
pub struct BuildArgs {
    /// The packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Generate the CRDs of all packages of the workspace that depend on `crd-core`.
    #[arg(long, conflicts_with = "package")]
    pub workspace: bool,
    /// Features to enable, separated by commas.
    #[arg(short = 'F', long, value_name = "FEATURES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Enable all features.
    #[arg(long, conflicts_with = "features")]
    pub all_features: bool,
    /// Disable the default features.
    #[arg(long)]
    pub no_default_features: bool,
}

impl BuildArgs {
    /// Selects packages with their default features.
    fn of(packages: &PackageArgs) -> Self {
        BuildArgs {
            packages: packages.clone(),
            ..BuildArgs::default()
        }
    }
}

/// The content of CRDs.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Content")]
pub struct ContentArgs {
    /// The purpose of the CRDs [default: apiserver].
    #[arg(long, value_name = "PROFILE")]
    pub crd_profile: Option<ProfileName>,
    /// Truncate each description to this many bytes; 0 removes descriptions.
    #[arg(long, value_name = "BYTES")]
    pub max_description: Option<usize>,
    /// The conversion between versions, instead of the one that the types declare.
    #[command(flatten)]
    pub conversion: ConversionArgs,
}

/// The conversion between versions, instead of the one that the types declare.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Conversion")]
pub struct ConversionArgs {
    /// Write neither `spec.conversion` nor the annotations that belong to it.
    #[arg(long, conflicts_with_all = ["webhook_service", "webhook_path", "webhook_port", "webhook_url", "ca_bundle", "cert_manager", "openshift_ca", "no_ca"])]
    pub no_conversion: bool,
    /// The service of the conversion webhook.
    #[arg(long, value_name = "NAMESPACE/NAME", conflicts_with = "webhook_url")]
    pub webhook_service: Option<String>,
    /// The URL path for requests to the service; '' omits it.
    #[arg(long, value_name = "PATH", conflicts_with = "webhook_url")]
    pub webhook_path: Option<String>,
    /// The port of the service.
    #[arg(long, value_name = "PORT", conflicts_with = "webhook_url", value_parser = clap::value_parser!(u16).range(1..))]
    pub webhook_port: Option<u16>,
    /// The URL of a conversion webhook outside the cluster.
    #[arg(long, value_name = "URL")]
    pub webhook_url: Option<String>,
    /// A PEM file with the CA certificates that verify the webhook's certificate.
    #[arg(long, value_name = "FILE")]
    pub ca_bundle: Option<PathBuf>,
    /// Let cert-manager inject `caBundle` from this certificate.
    #[arg(long, value_name = "NAMESPACE/CERTIFICATE", conflicts_with_all = ["openshift_ca", "no_ca"])]
    pub cert_manager: Option<String>,
    /// Let the annotation `service.beta.openshift.io/inject-cabundle` inject `caBundle`.
    #[arg(long, conflicts_with = "no_ca")]
    pub openshift_ca: bool,
    /// Write neither `caBundle` nor an annotation that lets another component inject it.
    #[arg(long, conflicts_with = "ca_bundle")]
    pub no_ca: bool,
}

/// Converts objects by the mappings of a package: takes JSON texts, and returns a JSON answer for each.
pub(crate) fn convert(
    package: &PackageArgs,
    objects: &[String],
    to: &str,
    terminal: &Terminal,
) -> Result<Vec<String>, CommandError> {
    let build = BuildArgs::of(package);
    let package = package::only(&build, terminal)?;
    if terminal.is_watched() {
        terminal.note(&format!("building the mappings of package `{}`", package.name));
    }
    harness::convert(&build, &package, objects, to, terminal)
}

/// The output of a package's types.
pub(crate) struct Generated {
    pub(crate) texts: Vec<GeneratedText>,
    pub(crate) features: Vec<Feature>,
    pub(crate) values: Vec<ValueDocs>,
    pub(crate) channels: Vec<ProjectChannels>,
}

/// A generated CRD.
pub(crate) struct GeneratedText {
    /// The name of its file.
    pub(crate) name: String,
    pub(crate) yaml: String,
    pub(crate) types: RustTypes,
}

/// The Rust fields behind a CRD.
pub(crate) struct RustTypes {
    /// Rust field of each path, by version.
    pub(crate) owners: crd_core::build::Owners,
    /// The mapping between the versions.
    pub(crate) mapping: Option<Arc<crd_core::check::Mapping>>,
    /// The directory of the package.
    pub(crate) package: PathBuf,
}

/// Generates the CRDs of the types of a package, given by its name or its `Cargo.toml`.
pub(crate) fn manifests(package: &PackageArgs, terminal: &Terminal) -> Result<Generated, CommandError> {
    let build = BuildArgs::of(package);
    let package = package::only(&build, terminal)?;
    if terminal.is_watched() {
        terminal.note(&format!("building the CRDs of package `{}`", package.name));
    }
    of_package(&build, &package, terminal)
}

/// Generates the CRDs of the types of all packages of a workspace that depend on `crd-core`; none if there is no such package.
pub(crate) fn manifests_of_workspace(
    manifest_path: PathBuf,
    terminal: &Terminal,
) -> Result<Vec<GeneratedText>, CommandError> {
    let build = BuildArgs {
        packages: PackageArgs {
            manifest_path: Some(manifest_path),
            offline: true,
            ..PackageArgs::default()
        },
        workspace: true,
        ..BuildArgs::default()
    };
    let mut texts = Vec::new();
    for package in package::others(&build, &[])? {
        texts.extend(of_package(&build, &package, terminal)?.texts);
    }
    Ok(texts)
}

fn of_package(build: &BuildArgs, package: &Package, terminal: &Terminal) -> Result<Generated, CommandError> {
    let content = ContentArgs::default();
    let answer = harness::ask(build, &content, package, &Selected::default(), terminal)?;
    if let Some(problem) = answer.problems.first() {
        return Err(
            CommandError::new(problem.clone()).help("`crd-gen generate` shows all problems of the package")
        );
    }
    let manifests = answer.manifests.into_iter();
    Ok(Generated {
        texts: manifests
            .map(|manifest| GeneratedText {
                name: output::file_name(&manifest, ManifestFormat::Yaml),
                yaml: manifest.yaml,
                types: RustTypes {
                    owners: manifest.owners,
                    mapping: manifest.mapping.map(Arc::new),
                    package: manifest.package,
                },
            })
            .collect(),
        features: answer.features,
        values: answer.values,
        channels: answer.channels,
    })
}

pub(crate) fn run(args: &GenerateArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let near = args.build.packages.manifest_path.as_deref();
    let config = Configs::default().near(near.unwrap_or(Path::new(".")))?;
    let args = &args.clone().or(&config.generate);
    if args.output.is_none() && (args.check || args.prune) {
        let option = if args.check { "--check" } else { "--prune" };
        return Err(CommandError::new(format!("`{option}` needs a directory"))
            .help("set it with `--output DIR`, or as `output` below `[generate]` in `crd-gen.toml`"));
    }
    if !args.watch {
        return generate(args, &config, terminal);
    }
    let workspaces: BTreeSet<PathBuf> = package::find(&args.build, terminal)?
        .into_iter()
        .map(|package| package.workspace)
        .collect();
    let files = || {
        let files = workspaces
            .iter()
            .flat_map(|workspace| watch::rust_files(workspace));
        files
            .chain(args.header.clone())
            .chain(config.path.clone())
            .collect()
    };
    watch::repeat(terminal, files, || generate(args, &config, terminal))
}

/// Generates the CRDs of all outputs, and writes or compares them.
fn generate(
    args: &GenerateArgs,
    config: &Config,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let packages = package::find(&args.build, terminal)?;
    let mut outputs = Vec::new();
    let mut said = Said::default();
    for selected in args.selection.outputs() {
        let manifests = manifests_of(args, &packages, &selected, &mut said, terminal)?;
        outputs.push((selected, manifests));
    }
    let completeness = said.completeness;
    for line in said.unused.lines() {
        terminal.warning(&line);
    }
    let is_empty = outputs.iter().all(|(_, manifests)| manifests.is_empty());
    if is_empty && completeness == Completeness::Complete {
        return Err(CommandError::new(match packages.as_slice() {
            [one] => format!("package `{}` has no custom resource", one.name),
            several => format!("packages {} have no custom resource", names(several)),
        })
        .help("derive `CustomResource` on the type of a spec: `#[derive(CustomResource, Schema, …)]`")
        .help("types behind a feature need `--features`; types in a binary or in tests are not found")
        .help("files are only compiled if a `mod` declares them: `pub mod api;` in `src/lib.rs`"));
    }
    let folders = folders(outputs);
    if folders.len() > 1 && args.output.is_none() {
        return Err(
            CommandError::new("several channels or feature sets need a directory for each")
                .help("write them with `-o DIR`, or select one of them"),
        );
    }
    output::write(args, config, &packages, &folders, completeness, terminal)
}

/// The problems and warnings that were reported during generation.
#[derive(Default)]
struct Said {
    completeness: Completeness,
    warnings: Vec<String>,
    /// The allowances of types that allow no finding in any output.
    unused: UnusedAllowances,
}

/// Generates the CRDs of all packages in one output. Problems and warnings are reported, each warning once.
fn manifests_of(
    args: &GenerateArgs,
    packages: &[Package],
    selected: &Selected,
    said: &mut Said,
    terminal: &Terminal,
) -> Result<Vec<Manifest>, CommandError> {
    let mut manifests: Vec<Manifest> = Vec::new();
    let mut unknown_gates: Option<BTreeMap<String, String>> = None;
    for package in packages {
        let answer = harness::ask(&args.build, &args.content, package, selected, terminal)?;
        for unknown in &answer.unknown {
            terminal.error(unknown, &[]);
        }
        if !answer.unknown.is_empty() {
            return Err(CommandError::Reported);
        }
        match &mut unknown_gates {
            // One of the packages has each gate.
            Some(unknown) => unknown.retain(|gate, _| answer.unknown_gates.contains_key(gate)),
            None => unknown_gates = Some(answer.unknown_gates),
        }
        for problem in &answer.problems {
            said.completeness = Completeness::Lacking;
            terminal.error(problem, &[]);
        }
        let overdue = overdue::warnings(&answer.features, &package.name, &package.version);
        for warning in answer.warnings.into_iter().chain(overdue) {
            if !said.warnings.contains(&warning) {
                note::warn(&warning, package, terminal);
                said.warnings.push(warning);
            }
        }
        for manifest in answer.manifests {
            if *selected == Selected::default() {
                // A channel need not have every field.
                said.unused.add(&manifest.allowed);
            }
            add(&mut manifests, manifest)?;
        }
    }
    let unknown_gates = unknown_gates.unwrap_or_default();
    for message in unknown_gates.values() {
        terminal.error(message, &[]);
    }
    if !unknown_gates.is_empty() {
        return Err(CommandError::Reported);
    }
    Ok(manifests)
}

/// Adds the manifest of a package. A package also has the types of the packages that it depends on, so that a manifest
/// may already exist, possibly with fewer versions.
fn add(manifests: &mut Vec<Manifest>, manifest: Manifest) -> Result<(), CommandError> {
    let is_same = |other: &&mut Manifest| other.group == manifest.group && other.plural == manifest.plural;
    let Some(other) = manifests.iter_mut().find(is_same) else {
        manifests.push(manifest);
        return Ok(());
    };
    let holds =
        |all: &Manifest, some: &Manifest| some.rust_paths.iter().all(|path| all.rust_paths.contains(path));
    if holds(other, &manifest) {
        return Ok(());
    }
    if holds(&manifest, other) {
        *other = manifest;
        return Ok(());
    }
    let name = format!("{}.{}", manifest.plural, manifest.group);
    Err(CommandError::new(format!("two packages define the resource `{name}`"))
        .help(format!(
            "they are `{}` and `{}`",
            other.rust_paths.join(", "),
            manifest.rust_paths.join(", ")
        ))
        .help(
            "all versions of a resource must be in one package; run the other package with `-p` and another \
             `-o`",
        ))
}

/// Lists the names of packages, in backticks.
fn names(packages: &[Package]) -> String {
    quoted(packages.iter().map(|package| &package.name))
}
