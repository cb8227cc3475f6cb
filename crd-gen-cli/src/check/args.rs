//! The arguments of `crd-gen check`.

use std::path::PathBuf;

use clap::Args;

use crate::options::{ConfigArgs, FindingArgs, KubernetesVersion, LevelArgs, LintArgs};

const CHECK_EXAMPLES: &str = "\
Examples:
  crd-gen check config/crd                      every CRD below a directory
  kubectl kustomize config | crd-gen check -    what would be applied
  crd-gen check --old deployed.yaml crd.yaml    would the update be accepted?
  crd-gen check --minimum-version config/crd    which clusters accept it?
  crd-gen check --format github config/crd      annotations in GitHub Actions
  crd-gen check --format gitlab config/crd      a Code Quality report of GitLab
  crd-gen check --watch config/crd              again whenever a file changes

Exit codes: 0 no errors, 1 errors were found, 2 the command was misused or could not do its work.

A comment `# crd-gen: allow CRD0801 reason` on the line or above it silences one finding; `crd-gen.toml` sets levels \
and excludes (see `crd-gen config show`).";

/// Arguments of `crd-gen check`.
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How findings are reported.
    #[command(flatten)]
    pub output: FindingArgs,
    /// The version of the API server.
    #[command(flatten, next_help_heading = "What is checked")]
    pub server: KubernetesVersion,
    /// Check again whenever a file changes, until Ctrl-C.
    #[arg(long, help_heading = "What is checked")]
    pub watch: bool,
    /// Check as an update of these CRDs: a file, a directory, or `git:REVISION[:PATH]`; documents are paired by name.
    #[arg(long, value_name = "OLD", help_heading = "What is checked")]
    pub old: Option<PathBuf>,
    /// Show the lowest Kubernetes version that accepts each CRD, and why the version before it refuses it. With
    /// `--kubernetes-version`, fail if that is too old for one.
    #[arg(long, help_heading = "What is checked", conflicts_with_all = ["old", "condition"])]
    pub minimum_version: bool,
    /// Report only what these CRDs do not have yet, and count the rest: a file, a directory, a Rust package, or
    /// `git:REVISION[:PATH]`. What the server refuses is always reported.
    #[arg(long, value_name = "OLD", help_heading = "Lints", conflicts_with_all = ["condition", "minimum_version"])]
    pub ratchet: Option<PathBuf>,
    /// Print how often each code was found, instead of the findings.
    #[arg(long, help_heading = "Lints", conflicts_with_all = ["condition", "minimum_version", "fix", "diff"])]
    pub statistics: bool,
    /// Print the condition `NonStructuralSchema` the server would set.
    #[arg(long, help_heading = "What is checked", conflicts_with = "old")]
    pub condition: bool,
    /// Be as strict as `fieldValidation=Strict`: unknown and duplicate fields are errors.
    #[arg(long, help_heading = "What is checked")]
    pub strict: bool,
    /// Which lints are reported.
    #[command(flatten)]
    pub lints: LintArgs,
    /// What becomes of the findings of a code.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Apply the fixes that are certain.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub fix: bool,
    /// With `--fix` or `--diff`: also the fixes that are only likely, which change what the CRD means.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub unsafe_fixes: bool,
    /// Show the certain fixes as a diff; without `--fix`, change nothing.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub diff: bool,
}

impl CheckArgs {
    /// Whether a question about each CRD is answered, instead of reporting findings.
    pub(crate) fn answers(&self) -> bool {
        self.minimum_version || self.condition
    }
}
