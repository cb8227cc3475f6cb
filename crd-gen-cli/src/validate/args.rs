//! The arguments of `crd-gen validate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::check::objects::{RequestTarget, UnknownKinds};
use crd_core::objects::FieldValidation;

use crate::choices::{FieldValidationName, StrictKinds};
use crate::config::ValidateSection;
use crate::options::{ConfigArgs, FindingArgs, KubernetesVersion, LevelArgs, PackageArgs};

const EXAMPLES: &str = "\
Examples:
  # Every object below a directory
  crd-gen validate --crds config/crd samples/
  # By the Rust types of the package in this directory, of another member
  crd-gen validate --crds . deploy/database.yaml
  crd-gen validate -p my-operator deploy/database.yaml
  # What would be applied
  kubectl kustomize . | crd-gen validate --crds crds -
  # Would the updates be accepted?
  kubectl get databases -A -o yaml > old.yaml
  crd-gen validate --crds crds --old old.yaml new.yaml
  # What the server would store, what it would change
  crd-gen validate --crds crds --print db.yaml
  crd-gen validate --crds crds --print=diff db.yaml

CRDs among the files that are named count too, and those in named directories if there is no `--crds`. Objects of \
kinds that no CRD declares are passed over and counted; `--verbose` names each.

Exit codes: 0 all objects are accepted, 1 errors were found, 2 the command was misused or could not do its work.

A comment `# crd-gen: allow CRD0502 reason` on the line or above it silences one finding; `crd-gen.toml` sets levels \
and excludes (see `crd-gen config show`).";

/// Arguments of `crd-gen validate`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ValidateArgs {
    /// Files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "OBJECT", required = true)]
    pub objects: Vec<PathBuf>,
    /// CRDs: a file, a directory, or a Rust package (a `Cargo.toml` or its directory), whose CRDs are generated. May be
    /// given several times.
    #[arg(long, value_name = "PATH", help_heading = "What objects are judged by")]
    pub crds: Vec<PathBuf>,
    /// Rust packages whose types give CRDs.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The version of the API server.
    #[command(flatten, next_help_heading = "What objects are judged by")]
    pub server: KubernetesVersion,
    /// The stored objects, in a file or directory. An object with one of its kind, namespace and name is judged as an update.
    #[arg(long, value_name = "OLD", help_heading = "How objects are judged")]
    pub old: Option<PathBuf>,
    /// Judge updates of a subresource. For `scale` the objects are `Scale`s, and `--old` has the objects that they scale.
    #[arg(long, value_name = "NAME", help_heading = "How objects are judged")]
    pub subresource: Option<Subresource>,
    /// What is done about unknown and duplicate fields; kubectl asks for `strict` [default: warn].
    #[arg(long, value_name = "HOW", help_heading = "How objects are judged")]
    pub field_validation: Option<FieldValidationName>,
    /// Report objects of kinds that no CRD declares as errors: `all`, or only `custom` ones, which Kubernetes does not have.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        help_heading = "How objects are judged"
    )]
    pub strict_kinds: Option<StrictKinds>,
    /// Print each accepted object as it would be stored, as `yaml` or as a `diff` from the input; findings go to stderr.
    #[arg(
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "yaml",
        conflicts_with = "format",
        help_heading = "Output"
    )]
    pub print: Option<Print>,
    /// How findings are reported.
    #[command(flatten)]
    pub output: FindingArgs,
    /// What becomes of the findings of a code.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// A subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Subresource {
    /// The status.
    Status,
    /// The replicas.
    Scale,
}

/// How stored objects are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Print {
    /// As YAML.
    Yaml,
    /// As a diff from the input.
    Diff,
}

impl ValidateArgs {
    /// Fills in missing arguments from the configuration.
    pub(super) fn or(mut self, defaults: &ValidateSection) -> Self {
        if self.crds.is_empty() && !self.packages.is_given() {
            self.crds.clone_from(&defaults.crds);
            self.packages.package.clone_from(&defaults.packages);
        }
        self.field_validation = self.field_validation.or(defaults.field_validation);
        self.strict_kinds = self.strict_kinds.or(defaults.strict_kinds);
        self
    }

    pub(super) fn target(&self) -> RequestTarget {
        match self.subresource {
            None => RequestTarget::Object,
            Some(Subresource::Status) => RequestTarget::Status,
            Some(Subresource::Scale) => RequestTarget::Scale,
        }
    }

    pub(super) fn field_validation(&self) -> FieldValidation {
        self.field_validation.unwrap_or_default().into()
    }

    pub(super) fn unknown_kinds(&self) -> UnknownKinds {
        StrictKinds::unknown_kinds(self.strict_kinds)
    }
}
