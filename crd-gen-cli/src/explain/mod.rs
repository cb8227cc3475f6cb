//! `crd-gen explain`: prints the pages of the codes, and the fields of resources as `kubectl explain` does.
//!
//! A code is `CRD` with four digits, and a slug has hyphens and no dots. With `--crds` or `--package` the name is that
//! of a resource; without it, that of a code. So the meaning of a name is never ambiguous.

mod codes;
mod fields;
mod resource;
mod rules;
mod wrap;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use crd_core::yaml;

use crate::options::{KubernetesVersion, PackageArgs};
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "Examples:
  # The page of a code
  crd-gen explain CRD0213
  crd-gen explain \
    items-required
  # Every page
  crd-gen explain --all --format json
  # The output of `kubectl explain \
    databases.spec`, and all fields
  crd-gen explain databases.spec --crds config/crd
  crd-gen explain db \
    --recursive --crds config/crd
  # With defaults, bounds and rules
  crd-gen explain databases.spec \
    --rules --crds config/crd
  # The fields of a Rust type
  crd-gen explain databases.spec -p \
    my-operator

Exit codes: 0 success, 2 the code, resource or field does not exist.";

/// Arguments of `crd-gen explain`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ExplainArgs {
    /// A code, a slug, a lint rule (`LNT-20`) or a family of lints (`naming`). With `--crds` or `--package`, a resource and optionally the path of a field, as in
    /// `databases.spec.storage`.
    #[arg(value_name = "CODE|RESOURCE[.FIELD…]", required_unless_present = "all")]
    pub name: Option<String>,
    /// Explain all codes.
    #[arg(long, conflicts_with_all = ["name", "crds", "package"])]
    pub all: bool,
    /// The output format of the pages of codes.
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with_all = ["crds", "package"])]
    pub format: ExplainFormat,
    /// Explain a resource of the CRDs in this file, directory or Rust package (a `Cargo.toml` or its directory). May be
    /// given several times.
    #[arg(long, value_name = "PATH", requires = "name", help_heading = "Resources")]
    pub crds: Vec<PathBuf>,
    /// Rust packages whose types give CRDs.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Show nested fields, one per line.
    #[arg(long, help_heading = "Resources")]
    pub recursive: bool,
    /// Show details that `kubectl explain` omits: defaults, bounds, patterns and rules.
    #[arg(long, help_heading = "Resources")]
    pub rules: bool,
    /// The group and version, such as `db.example.com/v1` [default: the server's preferred version].
    #[arg(long, value_name = "GROUP/VERSION", help_heading = "Resources")]
    pub api_version: Option<String>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

impl ExplainArgs {
    /// Whether the name is that of a resource.
    fn is_of_resource(&self) -> bool {
        !self.crds.is_empty() || self.packages.is_given()
    }
}

/// The output format of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// Text for people.
    Text,
    /// JSON for programs.
    Json,
}

pub(crate) fn run(args: &ExplainArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    match &args.name {
        Some(name) if args.is_of_resource() => resource::run(name, args, terminal),
        Some(name) if Path::new(name).is_file() => {
            let failure = CommandError::new(format!("`{name}` is a file, not a code or a field"));
            Err(failure.help(format!(
                "to explain a resource of it, write `crd-gen explain {} --crds {name}`",
                resource_in(name).as_deref().unwrap_or("RESOURCE")
            )))
        }
        Some(name) if is_path(name) => {
            let failure = CommandError::new(format!("unknown code `{name}`"));
            Err(failure.help(format!(
                "to explain a field, pass its CRD: `crd-gen explain {name} --crds PATH`, or `-p PACKAGE` \
                 for Rust types"
            )))
        }
        _ => codes::run(args, terminal),
    }
}

/// Returns the plural name of the first CRD in a file.
fn resource_in(file: &str) -> Option<String> {
    let source = std::fs::read(file).ok()?;
    let read = yaml::read(&source, yaml::Options::default());
    let names = read
        .documents
        .iter()
        .find_map(|document| document.root.get("spec")?.get("names"));
    names?.get("plural")?.as_str().map(str::to_owned)
}

/// Whether a name can only be the path of a field.
fn is_path(name: &str) -> bool {
    name.contains('.')
}
