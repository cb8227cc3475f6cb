//! A program that links the package's library and prints its CRDs, built below the package's target directory.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crd_core::build::{AllowedManifest, allow_in_manifest};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::package::{CrateSource, Package, cargo};
use super::selection::Selected;
use super::{BuildArgs, ContentArgs, ConversionArgs};
use crate::CommandError;
use crate::choices::ProfileName;
use crate::feature::{Feature, ProjectChannels, ValueDocs};
use crate::terminal::Terminal;
use crate::write::{self, FileChange};

/// The version of the answer format that this program reads.
const PROTOCOL: u32 = 2;

/// The output of the program.
#[derive(Deserialize)]
pub(super) struct HarnessOutput {
    protocol: u32,
    pub(super) manifests: Vec<Manifest>,
    pub(super) problems: Vec<String>,
    /// Requested channels and feature sets that the package does not have.
    #[serde(default)]
    pub(super) unknown: Vec<String>,
    /// Requested feature gates that the package does not have, with messages.
    #[serde(default)]
    pub(super) unknown_gates: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) warnings: Vec<String>,
    #[serde(default)]
    pub(super) features: Vec<Feature>,
    #[serde(default)]
    pub(super) values: Vec<ValueDocs>,
    #[serde(default)]
    pub(super) channels: Vec<ProjectChannels>,
}

/// One CRD.
#[derive(Deserialize)]
pub(super) struct Manifest {
    pub(super) group: String,
    pub(super) plural: String,
    pub(super) rust_paths: Vec<String>,
    pub(super) yaml: String,
    pub(super) json: String,
    /// Rust field of each path, by version.
    #[serde(default)]
    pub(super) owners: crd_core::build::Owners,
    /// Whether a version declares a mapping to the next.
    #[serde(default)]
    pub(super) is_mapped: bool,
    /// The mapping between the versions.
    #[serde(default)]
    pub(super) mapping: Option<crd_core::check::Mapping>,
    /// The directory of the package.
    #[serde(skip)]
    pub(super) package: PathBuf,
    /// The allowances of the types, which are comments in `yaml`.
    #[serde(skip)]
    pub(super) allowed: AllowedManifest,
}

/// A program that is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Program {
    /// Prints the CRDs.
    Generate,
    /// Prints the CRDs, and checks that objects of one version can be converted to the next. It takes longer to build.
    GenerateAndConvert,
    /// Converts objects.
    Convert,
}

impl Program {
    /// Returns the name of the program, one for each package: packages are built in one place, possibly at the same
    /// time, and with `CARGO_TARGET_DIR`, packages of different workspaces may have the same name.
    fn name(self, package: &Package) -> String {
        let directory = Sha256::digest(package.directory.as_os_str().as_encoded_bytes());
        let number = directory
            .iter()
            .take(4)
            .fold(0, |number: u32, byte| number << 8 | u32::from(*byte));
        let kind = match self {
            Program::Generate => "harness",
            Program::GenerateAndConvert => "harness-convert",
            Program::Convert => "convert",
        };
        format!("crd-gen-{kind}-{}-{number:08x}", package.name)
    }

    /// Returns the directory of the program's source.
    fn place(self, package: &Package) -> PathBuf {
        package.target.join("crd-gen").join(self.name(package))
    }
}

/// Converts objects, one JSON text for each; the answers are lines of JSON, one for each.
pub(super) fn convert(
    build: &BuildArgs,
    package: &Package,
    objects: &[String],
    to: &str,
    terminal: &Terminal,
) -> Result<Vec<String>, CommandError> {
    let place = Program::Convert.place(package);
    write_program(build, package, &place, Program::Convert).map_err(|error| unwritable(&place, &error))?;
    let program = run_cargo(build, package, &place, Program::Convert, terminal)?;
    let cannot = |error: std::io::Error| {
        CommandError::new(format!("cannot run the harness `{}`: {error}", program.display()))
    };
    let mut child = std::process::Command::new(&program)
        .args(["--to", to])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let input = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // Written in a separate thread, so that neither side blocks on a full pipe.
        scope.spawn(move || {
            let mut input = input;
            for object in objects {
                if let Some(input) = &mut input
                    && writeln!(input, "{object}").is_err()
                {
                    break;
                }
            }
        });
        child.wait_with_output()
    })
    .map_err(cannot)?;
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect();
    if !output.status.success() || answers.len() != objects.len() {
        return Err(
            CommandError::new("the objects could not be converted; see the message above")
                .help("most likely a function of a mapping panics"),
        );
    }
    Ok(answers)
}

fn unwritable(place: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!(
        "cannot write the harness below `{}`: {error}",
        place.display()
    ))
    .help("it is built in cargo's target directory; set `CARGO_TARGET_DIR` to a writable directory")
}

pub(super) fn ask(
    build: &BuildArgs,
    content: &ContentArgs,
    package: &Package,
    selected: &Selected,
    terminal: &Terminal,
) -> Result<HarnessOutput, CommandError> {
    let converting = Program::GenerateAndConvert;
    // A package whose versions declared mappings before probably still has them.
    if package.converts || converting.place(package).is_dir() {
        return ask_program(build, content, package, selected, terminal, converting);
    }
    let answer = ask_program(build, content, package, selected, terminal, Program::Generate)?;
    if answer.manifests.iter().any(|manifest| manifest.is_mapped) {
        return ask_program(build, content, package, selected, terminal, converting);
    }
    Ok(answer)
}

fn ask_program(
    build: &BuildArgs,
    content: &ContentArgs,
    package: &Package,
    selected: &Selected,
    terminal: &Terminal,
    program: Program,
) -> Result<HarnessOutput, CommandError> {
    let place = program.place(package);
    write_program(build, package, &place, program).map_err(|error| unwritable(&place, &error))?;
    let program = run_cargo(build, package, &place, program, terminal)?;
    let profile = match content.profile() {
        ProfileName::Apiserver => "apiserver",
        ProfileName::Extended => "extended",
    };
    let mut command = std::process::Command::new(&program);
    command.args(["--profile", profile]);
    if let Some(bytes) = content.max_description {
        command.args(["--max-description", &bytes.to_string()]);
    }
    for (name, value) in [
        ("--channel", &selected.channel),
        ("--feature-set", &selected.feature_set),
        ("--feature-gates", &selected.feature_gates),
    ] {
        if let Some(value) = value {
            command.args([name, value]);
        }
    }
    conversion(&content.conversion, &mut command)?;
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| {
        CommandError::new(format!("cannot run the harness `{}`: {error}", program.display()))
    })?;
    if !output.status.success() {
        return Err(
            CommandError::new("the CRDs could not be generated; see the message above")
                .help("most likely a `Default` or default function of a field panics"),
        );
    }
    let mut answer: HarnessOutput = serde_json::from_slice(&output.stdout).map_err(|error| {
        CommandError::new(format!("cannot read the output of the harness: {error}")).help(SKEW)
    })?;
    if answer.protocol != PROTOCOL {
        return Err(
            CommandError::new("this `crd-gen` is not compatible with the `crd-core` of the package")
                .help(SKEW),
        );
    }
    for manifest in &mut answer.manifests {
        manifest.package.clone_from(&package.directory);
        manifest.allowed = allow_in_manifest(&manifest.yaml, &manifest.owners);
        manifest.yaml.clone_from(&manifest.allowed.text);
    }
    Ok(answer)
}

/// Adds the arguments that replace parts of `spec.conversion`.
fn conversion(args: &ConversionArgs, command: &mut std::process::Command) -> Result<(), CommandError> {
    if args.no_conversion {
        command.args(["--conversion", "none"]);
    }
    if let Some(service) = &args.webhook_service {
        let (namespace, name) = service.split_once('/').ok_or_else(|| {
            CommandError::new(format!("`--webhook-service {service}` has no namespace"))
                .help("write `--webhook-service NAMESPACE/NAME`")
        })?;
        command.args(["--webhook-namespace", namespace, "--webhook-service", name]);
    }
    if let Some(path) = &args.webhook_path {
        command.args(["--webhook-path", path]);
    }
    if let Some(port) = args.webhook_port {
        command.args(["--webhook-port", &port.to_string()]);
    }
    if let Some(url) = &args.webhook_url {
        command.args(["--webhook-url", url]);
    }
    if let Some(file) = &args.ca_bundle {
        let pem = fs::read_to_string(file).map_err(|error| CommandError::unreadable(file, &error))?;
        command.args(["--ca-bundle", &pem]);
    }
    if let Some(certificate) = &args.cert_manager {
        let is_named = certificate
            .split_once('/')
            .is_some_and(|(namespace, name)| !namespace.is_empty() && !name.is_empty());
        if !is_named {
            return Err(CommandError::new(format!(
                "`--cert-manager {certificate}` has no namespace or no name"
            ))
            .help("write `--cert-manager NAMESPACE/CERTIFICATE`"));
        }
        command.args(["--ca-injection", certificate]);
    }
    if args.openshift_ca {
        command.args(["--ca-injection", "openshift"]);
    }
    if args.no_ca {
        command.args(["--ca-injection", "none", "--ca-bundle", ""]);
    }
    Ok(())
}

const SKEW: &str =
    "use the same version of `crd-gen` as of `crd-core`: `cargo install crd-gen-cli --version …`";

/// Writes the program if it differs from the existing one, so that cargo rebuilds nothing unnecessarily.
fn write_program(
    build: &BuildArgs,
    package: &Package,
    place: &Path,
    program: Program,
) -> std::io::Result<()> {
    let write = |name: &str, text: &str| write::replace(&place.join(name), text.as_bytes());
    write("Cargo.toml", &manifest(build, package, program).to_string())?;
    let main = match program {
        Program::Generate => "registry::main()",
        Program::GenerateAndConvert => "registry::main_with(crd_core::convert::harness::mapping)",
        Program::Convert => "convert::harness::main()",
    };
    write(
        "src/main.rs",
        &format!(
            "use {} as _;\n\nfn main() -> std::io::Result<()> {{\n    crd_core::{main}\n}}\n",
            package.library
        ),
    )?;
    // Use the same versions as the package: start from its lock file whenever that changes.
    let lock = fs::read_to_string(package.workspace.join("Cargo.lock")).unwrap_or_default();
    if write("Cargo.lock.package", &lock)? == FileChange::Changed && !lock.is_empty() {
        write("Cargo.lock", &lock)?;
    }
    Ok(())
}

fn manifest(build: &BuildArgs, package: &Package, program: Program) -> toml::Table {
    let mut user = toml::Table::new();
    user.insert("package".into(), package.name.clone().into());
    user.insert("path".into(), text(&package.directory));
    user.insert("default-features".into(), (!build.no_default_features).into());
    let features = if build.all_features {
        package.features.clone()
    } else {
        build.features.clone()
    };
    user.insert("features".into(), features.into());

    let mut core = toml::Table::new();
    match &package.core {
        CrateSource::Path(path) => drop(core.insert("path".into(), text(path))),
        CrateSource::Registry { version } => {
            drop(core.insert("version".into(), format!("={version}").into()));
        }
        CrateSource::Git { url, revision } => {
            core.insert("git".into(), url.clone().into());
            if !revision.is_empty() {
                core.insert("rev".into(), revision.clone().into());
            }
        }
    }
    core.insert("default-features".into(), false.into());
    let features = match program {
        Program::Generate => vec!["registry"],
        Program::GenerateAndConvert | Program::Convert => vec!["registry", "convert"],
    };
    core.insert("features".into(), features.into());

    let mut dependencies = toml::Table::new();
    dependencies.insert(package.library.clone(), user.into());
    dependencies.insert("crd-core".into(), core.into());

    let mut about = toml::Table::new();
    about.insert("name".into(), program.name(package).into());
    about.insert("version".into(), "0.0.0".into());
    about.insert("edition".into(), "2021".into());
    about.insert("publish".into(), false.into());

    let mut dev = toml::Table::new();
    dev.insert("debug".into(), false.into());
    dev.insert("incremental".into(), true.into());

    let mut whole = toml::Table::new();
    whole.insert("package".into(), about.into());
    whole.insert("dependencies".into(), dependencies.into());
    whole.insert(
        "profile".into(),
        toml::Table::from_iter([("dev".to_owned(), dev.into())]).into(),
    );
    // A separate workspace, so that cargo does not expect it in the user's workspace.
    whole.insert("workspace".into(), toml::Table::new().into());
    if let Some(patch) = patches(&package.workspace) {
        whole.insert("patch".into(), patch.into());
    }
    whole
}

fn text(path: &Path) -> toml::Value {
    path.to_string_lossy().into_owned().into()
}

/// Returns the `[patch]` tables of the workspace, with absolute paths.
fn patches(workspace: &Path) -> Option<toml::Table> {
    let manifest: toml::Table = fs::read_to_string(workspace.join("Cargo.toml"))
        .ok()?
        .parse()
        .ok()?;
    let mut patch = manifest.get("patch")?.as_table()?.clone();
    for (_, source) in &mut patch {
        for (_, entry) in source.as_table_mut()? {
            if let Some(path) = entry.as_table_mut().and_then(|entry| entry.get_mut("path"))
                && let Some(relative) = path.as_str()
            {
                *path = text(&workspace.join(relative));
            }
        }
    }
    Some(patch)
}

/// Builds the program. Cargo's own errors are passed to the user unchanged.
fn run_cargo(
    build: &BuildArgs,
    package: &Package,
    place: &Path,
    program: Program,
    terminal: &Terminal,
) -> Result<PathBuf, CommandError> {
    let target = package.target.join("crd-gen").join("build");
    let mut command = cargo();
    command
        .arg("build")
        .arg("--manifest-path")
        .arg(place.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .current_dir(&package.workspace)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    if !terminal.is_watched() && !terminal.verbose {
        command.arg("--quiet");
    }
    if build.packages.offline {
        command.arg("--offline");
    }
    let status = command.status().map_err(|error| {
        CommandError::new(format!("cannot run `cargo`: {error}")).help("is it on the PATH?")
    })?;
    if !status.success() {
        return Err(CommandError::new(format!(
            "package `{}` does not build; see cargo's message above",
            package.name
        )));
    }
    let name = format!("{}{}", program.name(package), std::env::consts::EXE_SUFFIX);
    Ok(target.join("debug").join(name))
}
