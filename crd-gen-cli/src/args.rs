//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use crd_core::KubeVersion;

/// Kubernetes CRDs the API server is known to accept: generate them from Rust types, check any YAML.
#[derive(Debug, Parser)]
#[command(
    name = "crd-gen",
    bin_name = "crd-gen",
    version,
    propagate_version = true,
    max_term_width = 110
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
}

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// When to use colours; `NO_COLOR` is respected.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Print results only: no summary, no progress.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print more, such as which documents were skipped.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On terminals.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the CRDs of a package's Rust types.
    Generate(Box<crate::generate::GenerateArgs>),
    /// Check CRDs as the API server does, offline.
    Check(Box<CheckArgs>),
    /// Judge objects by the CRDs of their kinds as the API server does, offline.
    Validate(Box<crate::validate::ValidateArgs>),
    /// Run tests of CRDs: objects, and what the API server says of each.
    Test(Box<crate::suites::TestArgs>),
    /// Convert objects in files to another version, by the mappings of a package's Rust types.
    Convert(crate::convert::ConvertArgs),
    /// Plan the way from deployed CRDs to the next ones: releases, stored objects, what would be refused or lost.
    Migrate(crate::migrate::MigrateArgs),
    /// Show what the rules of CRDs may cost at worst, and which bounds make them cheaper.
    Cost(crate::cost::CostArgs),
    /// Type-check a CEL expression at a place in a schema, or show what `self` is there.
    Cel(crate::cel::CelArgs),
    /// Print the OpenAPI documents that the API server publishes for CRDs.
    Publish(crate::publish::PublishArgs),
    /// Explain a code of a finding, or the fields of a resource.
    Explain(crate::explain::ExplainArgs),
    /// List the fields that are in a channel, behind a feature gate, or have a lifecycle.
    Features(crate::lifecycle::features::FeaturesArgs),
    /// Write policies that warn of fields which are deprecated or not for everybody.
    Policies(crate::lifecycle::policies::PoliciesArgs),
    /// Show the configuration.
    Config {
        /// What to do.
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Print a completion script for a shell.
    #[command(
        after_long_help = "Examples:\n  crd-gen completions bash > ~/.local/share/bash-completion/completions/crd-gen\n  crd-gen completions zsh > ~/.zfunc/_crd-gen"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write all of them.
    Man {
        /// Write a page for each command into this directory.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

const CHECK_EXAMPLES: &str = "\
Examples:
  crd-gen check config/crd                      every CRD below a directory
  kubectl kustomize config | crd-gen check -    what would be applied
  crd-gen check --old deployed.yaml crd.yaml    would the update be accepted?
  crd-gen check --minimum-version config/crd    which clusters accept it?
  crd-gen check --format github config/crd      annotations in GitHub Actions

Exit codes: 0 no errors, 1 errors were found, 2 the command was misused or could not do its work.
A comment `# crd-gen: allow CRD0801 reason` on the line or above it silences one finding;
`crd-gen.toml` sets levels and excludes (see `crd-gen config show`).";

/// Arguments of `crd-gen check`.
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// Files, directories, or `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How findings are written.
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Output")]
    pub format: Format,
    /// Show every finding, not only the first 100.
    #[arg(long, help_heading = "Output")]
    pub all: bool,
    /// The Kubernetes version to check for, 1.29 to 1.37 [default: 1.36].
    #[arg(long, value_name = "VERSION", help_heading = "What is checked")]
    pub kubernetes_version: Option<KubeVersion>,
    /// Check as an update of the CRDs in this file or directory; documents are paired by name.
    #[arg(long, value_name = "OLD", help_heading = "What is checked")]
    pub old: Option<PathBuf>,
    /// Show the lowest Kubernetes version that accepts each CRD, and what the version before it refuses.
    #[arg(long, help_heading = "What is checked", conflicts_with_all = ["old", "kubernetes_version", "condition"])]
    pub minimum_version: bool,
    /// Print the condition `NonStructuralSchema` the server would set.
    #[arg(long, help_heading = "What is checked", conflicts_with = "old")]
    pub condition: bool,
    /// Be as strict as `fieldValidation=Strict`: unknown and duplicate fields are errors.
    #[arg(long, help_heading = "What is checked")]
    pub strict: bool,
    /// Do not report this code or slug.
    #[arg(short = 'A', long = "allow", value_name = "CODE", help_heading = "Levels")]
    pub allow: Vec<String>,
    /// Report this code or slug as a warning.
    #[arg(short = 'W', long = "warn", value_name = "CODE", help_heading = "Levels")]
    pub warn: Vec<String>,
    /// Report this code or slug as an error; `warnings` means all warnings.
    #[arg(short = 'D', long = "deny", value_name = "CODE", help_heading = "Levels")]
    pub deny: Vec<String>,
    /// Use this configuration file and no other.
    #[arg(long, value_name = "FILE", help_heading = "Levels")]
    pub config: Option<PathBuf>,
    /// Apply the fixes that are certain.
    #[arg(long, help_heading = "Fixes", conflicts_with_all = ["diff", "old"])]
    pub fix: bool,
    /// Show the certain fixes as a diff, and change nothing.
    #[arg(long, help_heading = "Fixes", conflicts_with = "old")]
    pub diff: bool,
}

impl CheckArgs {
    /// Whether a question about each CRD is answered, instead of reporting findings.
    pub(crate) fn answers(&self) -> bool {
        self.minimum_version || self.condition
    }
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the source line, for people.
    Human,
    /// One line for each finding.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON line for each CRD or object, in the words of the API server.
    Verdicts,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
}

/// Commands on the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show the configuration that applies to a path, and where it comes from.
    Show {
        /// The file or directory.
        #[arg(value_name = "PATH", default_value = ".")]
        path: PathBuf,
    },
}
