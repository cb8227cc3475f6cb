//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Kubernetes CRDs the API server is known to accept: generate them from Rust types, check any YAML.
#[derive(Debug, Parser)]
#[command(
    name = "crd-gen",
    bin_name = "crd-gen",
    version = env!("CRD_GEN_VERSION"),
    propagate_version = true,
    max_term_width = 110
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub global: crate::terminal::Global,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the CRDs of a package's Rust types.
    Generate(Box<crate::generate::GenerateArgs>),
    /// Write Rust types for CRDs, which give the CRDs back.
    Import(Box<crate::import::ImportArgs>),
    /// Check CRDs as the API server does, offline.
    Check(Box<crate::check::CheckArgs>),
    /// Show what a change of CRDs breaks, each breakage with an object.
    Compat(Box<crate::compat::CompatArgs>),
    /// Judge objects by the CRDs of their kinds as the API server does, offline.
    Validate(Box<crate::validate::ValidateArgs>),
    /// Run tests of CRDs: objects, and what the API server says of each.
    Test(Box<crate::crd_test::TestArgs>),
    /// Write sample objects that the API server admits.
    Sample(crate::sample::SampleArgs),
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
    /// Write reference pages of CRDs, as Markdown, HTML, or by a template.
    Docs(crate::docs::DocsArgs),
    /// Explain a code of a finding, or the fields of a resource.
    Explain(crate::explain::ExplainArgs),
    /// List the fields that are in a channel, behind a feature gate, or have a lifecycle.
    Features(crate::lifecycle::features::FeaturesArgs),
    /// Write policies that warn of fields which are deprecated or not for everybody.
    Policies(crate::lifecycle::policies::PoliciesArgs),
    /// Run the language server for editors, over standard input and output.
    Server(crate::server::ServerArgs),
    /// Show the configuration.
    Config {
        /// What to do.
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
    /// Print the man page, or write all of them.
    Man {
        /// Write a page for each command into this directory.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}
