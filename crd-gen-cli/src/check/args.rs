//! The arguments of `crd-gen check`.

use std::path::PathBuf;

use clap::Args;

use crate::options::{
    ALLOW_REASON, ConfigArgs, FindingArgs, KubernetesVersion, LevelArgs, LintArgs, one_line,
};

const CHECK_EXAMPLES: &str = "\
Examples:
  crd-gen check config/crd                      every CRD below a directory
  kubectl kustomize config | crd-gen check -    the output of Kustomize
  crd-gen check --old deployed.yaml crd.yaml    as an update of deployed CRDs
  crd-gen check --minimum-version config/crd    the oldest supported Kubernetes
  crd-gen check --format github config/crd      annotations in GitHub Actions
  crd-gen check --format gitlab config/crd      a Code Quality report for GitLab
  crd-gen check --watch config/crd              again whenever a file changes
  crd-gen check --add-allow='older than the rules' config/crd
                                                accept all findings of today

Exit codes: 0 no errors, 1 errors were found, 2 the command was misused or failed.

The comment `# crd-gen: allow CRD0801 reason`, on the line of a finding or above it, suppresses the finding. Levels \
and excluded files can be set in `crd-gen.toml` (see `crd-gen config show`).";

/// Arguments of `crd-gen check`.
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Options for the output of findings.
    #[command(flatten)]
    pub output: FindingArgs,
    /// The version of the API server.
    #[command(flatten, next_help_heading = "Checks")]
    pub server: KubernetesVersion,
    /// Check again whenever a file changes, until Ctrl-C.
    #[arg(long, help_heading = "Checks")]
    pub watch: bool,
    /// Check the CRDs as updates of these CRDs: a file, a directory or `git:REVISION[:PATH]`. CRDs are paired by name.
    #[arg(long, value_name = "OLD", help_heading = "Checks")]
    pub old: Option<PathBuf>,
    /// Show the lowest Kubernetes version that accepts each CRD, and why the version before it rejects the CRD. With
    /// `--kubernetes-version`, fail if a CRD needs a later version than that.
    #[arg(long, help_heading = "Checks", conflicts_with_all = ["old", "condition"])]
    pub minimum_version: bool,
    /// Report only lints that are new compared with these CRDs, and count the others: a file, a directory, `-`,
    /// a Rust package or `git:REVISION[:PATH]`. Errors of the API server are always reported.
    #[arg(long, value_name = "OLD", help_heading = "Lints", conflicts_with_all = ["condition", "minimum_version"])]
    pub ratchet: Option<PathBuf>,
    /// Print the number of findings of each code instead of the findings.
    #[arg(long, help_heading = "Lints", conflicts_with_all = ["condition", "minimum_version", "fix", "diff"])]
    pub statistics: bool,
    /// Print the condition `NonStructuralSchema` that the API server would set.
    #[arg(long, help_heading = "Checks", conflicts_with = "old")]
    pub condition: bool,
    /// Report unknown and duplicate fields as errors, as `fieldValidation=Strict` does.
    #[arg(long, help_heading = "Checks")]
    pub strict: bool,
    /// Selection of lints.
    #[command(flatten)]
    pub lints: LintArgs,
    /// Severity levels of codes.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration file.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Write a comment `# crd-gen: allow` with the reason above each reported finding that the server does not reject; with `--diff`,
    /// show them and change nothing. `crd-gen generate --add-allow` does so for Rust types.
    #[arg(long, value_name = "REASON", num_args = 0..=1, require_equals = true, value_parser = one_line,
        default_missing_value = ALLOW_REASON,
        help_heading = "Lints", conflicts_with_all = ["fix", "old", "condition", "minimum_version", "statistics"])]
    pub add_allow: Option<String>,
    /// Apply safe fixes.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub fix: bool,
    /// With `--fix` or `--diff`: include unsafe fixes, which may change the meaning of the CRD.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub unsafe_fixes: bool,
    /// Show safe fixes as a diff. Without `--fix`, no file is changed.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub diff: bool,
}

impl CheckArgs {
    /// Whether a question about each CRD is answered, instead of reporting findings.
    pub(crate) fn answers(&self) -> bool {
        self.minimum_version || self.condition
    }
}
