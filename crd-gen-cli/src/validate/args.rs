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
  # Against the Rust types of the package in this directory, of another package
  crd-gen validate --crds . deploy/database.yaml
  crd-gen validate -p my-operator deploy/database.yaml
  # The output of Kustomize
  kubectl kustomize . | crd-gen validate --crds crds -
  # Would the updates be accepted?
  kubectl get databases -A -o yaml > old.yaml
  crd-gen validate --crds crds --old old.yaml new.yaml
  # What the server would store, and how that differs from the input
  crd-gen validate --crds crds --print db.yaml
  crd-gen validate --crds crds --print=diff db.yaml

CRDs in the given files are used, too, and CRDs in the given directories if there is no `--crds`. Objects without a \
CRD are skipped and counted; `--verbose` lists them.

Exit codes: 0 all objects are accepted, 1 errors were found, 2 the command was misused or failed.

The comment `# crd-gen: allow CRD0502 reason`, on the line of a finding or above it, suppresses the finding. Levels \
and excluded files can be set in `crd-gen.toml` (see `crd-gen config show`).";

/// Arguments of `crd-gen validate`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ValidateArgs {
    /// The objects: files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "OBJECT", required = true)]
    pub objects: Vec<PathBuf>,
    /// The CRDs: a file, a directory, or a Rust package (a `Cargo.toml` or its directory) to generate CRDs from. May be
    /// given several times.
    #[arg(long, value_name = "PATH", help_heading = "CRDs")]
    pub crds: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The version of the API server.
    #[command(flatten, next_help_heading = "CRDs")]
    pub server: KubernetesVersion,
    /// The stored objects, in a file or directory. An object with the kind, namespace and name of a stored object is
    /// validated as an update of it.
    #[arg(long, value_name = "OLD", help_heading = "Validation")]
    pub old: Option<PathBuf>,
    /// Validate the objects as updates of a subresource. For `scale`, the objects are `Scale` objects, and `--old` has
    /// the objects that they scale.
    #[arg(long, value_name = "NAME", help_heading = "Validation")]
    pub subresource: Option<Subresource>,
    /// How to treat unknown and duplicate fields; kubectl requests `strict` [default: warn].
    #[arg(long, value_name = "HOW", help_heading = "Validation")]
    pub field_validation: Option<FieldValidationName>,
    /// Report objects without a CRD as errors: `all` of them, or only `custom` resources, not built-in kinds.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        help_heading = "Validation"
    )]
    pub strict_kinds: Option<StrictKinds>,
    /// Print each accepted object as the server would store it, as `yaml` or as a `diff` from the input. Findings are
    /// written to stderr.
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
    /// Options for the output of findings.
    #[command(flatten)]
    pub output: FindingArgs,
    /// Severity levels of codes.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// A subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Subresource {
    /// The subresource `status`.
    Status,
    /// The subresource `scale`.
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
