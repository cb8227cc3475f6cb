//! Maintenance of this repository: generated files, the public API, the site, releases and differential fuzzing. Run it as `cargo xtask`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod fuzz;
mod kubernetes;
mod regenerate;
mod release;
mod site;

/// Maintenance of this repository.
#[derive(Debug, Parser)]
#[command(
    bin_name = "cargo xtask",
    max_term_width = 100,
    after_help = "Examples:
  cargo xtask regenerate --list          what is generated, by what, and how it is checked
  cargo xtask regenerate                 writes everything that is generated
  cargo xtask regenerate --check cli     fails if the files of `cli` are out of date
  cargo xtask public-api --check         fails if the list of public items is out of date
  cargo xtask release 0.2.0 --dry-run    everything between a green main and the tag, in a clone
  cargo xtask site                       builds the project's site into target/site
  cargo xtask kubernetes 1.38            prepares the support of a new version of Kubernetes
  cargo xtask fuzz crd --count 200000    compares verdicts on 200,000 mutants with the API server's code
  cargo xtask fuzz types --help          the options of one fuzz driver"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Regenerate(regenerate::RegenerateOptions),
    Fuzz(fuzz::FuzzOptions),
    PublicApi(regenerate::public_api::PublicApiOptions),
    Release(release::ReleaseOptions),
    Kubernetes(kubernetes::KubernetesOptions),
    Site(site::SiteOptions),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Regenerate(options) => regenerate::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::PublicApi(options) => regenerate::public_api::run(&options),
        Command::Release(options) => release::run(&options),
        Command::Kubernetes(options) => kubernetes::run(&options),
        Command::Site(options) => site::run(&options),
    }
}
