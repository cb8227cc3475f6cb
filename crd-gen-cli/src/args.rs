//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Generate Kubernetes CRDs from Rust types, and check CRDs and objects as the API server does.
#[derive(Debug, Parser)]
#[command(
    name = "crd-gen",
    bin_name = "crd-gen",
    version = env!("CRD_GEN_VERSION"),
    max_term_width = 110
)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub global: crate::terminal::Global,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generate CRDs from the Rust types of a package.
    Generate(Box<crate::generate::GenerateArgs>),
    /// Generate Rust types from CRDs.
    Import(Box<crate::import::ImportArgs>),
    /// Check CRDs offline, with the same result as the API server.
    Check(Box<crate::check::CheckArgs>),
    /// Report breaking changes between two versions of CRDs, each with an example object.
    Compat(Box<crate::compat::CompatArgs>),
    /// Validate objects against their CRDs offline, with the same result as the API server.
    Validate(Box<crate::validate::ValidateArgs>),
    /// Run tests of CRDs: objects, and whether the API server accepts each.
    Test(Box<crate::crd_test::TestArgs>),
    /// Write sample objects that the API server accepts.
    Sample(crate::sample::SampleArgs),
    /// Convert objects in files to another API version, with the conversions of a Rust package.
    Convert(crate::convert::ConvertArgs),
    /// Plan the migration from deployed CRDs to new ones: the releases, and the stored objects to rewrite.
    Migrate(crate::migrate::MigrateArgs),
    /// Show the estimated worst-case cost of validation rules, and which bounds reduce it.
    Cost(crate::cost::CostArgs),
    /// Type-check or evaluate a CEL expression at a path in a schema.
    Cel(crate::cel::CelArgs),
    /// Print the OpenAPI documents that the API server publishes for CRDs.
    Publish(crate::publish::PublishArgs),
    /// Generate reference documentation for CRDs, as Markdown, HTML or from a template.
    Docs(crate::docs::DocsArgs),
    /// Explain a diagnostic code, or the fields of a resource.
    Explain(crate::explain::ExplainArgs),
    /// List fields that have a channel, a feature gate or a lifecycle.
    Features(crate::lifecycle::features::FeaturesArgs),
    /// Generate admission policies that warn about deprecated, gated or experimental fields.
    Policies(crate::lifecycle::policies::PoliciesArgs),
    /// Run the language server for editors on standard input and output.
    Server(crate::server::ServerArgs),
    /// Show the configuration.
    Config {
        /// The command to run.
        #[command(subcommand)]
        command: crate::config::ConfigCommand,
    },
    /// Print a completion script for a shell.
    #[command(
        after_long_help = "Examples:\n  crd-gen completions bash > ~/.local/share/bash-completion/completions/crd-gen\n  crd-gen completions zsh > ~/.zfunc/_crd-gen"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write the man pages of all commands.
    Man {
        /// Write a man page for each command to this directory.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}
