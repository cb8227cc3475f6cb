//! `crd-gen policies`: `ValidatingAdmissionPolicies` that warn of deprecated or restricted fields ([`fields`]), and
//! one that keeps CRDs from being switched to another channel or an older version of the API ([`channels`]).
//!
//! Every expression is compiled and its cost estimated against the schema before it is written.

mod channels;
mod fields;
mod policy;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::load;
use crate::options::{KubernetesVersion, PackageArgs};
use crate::terminal::Terminal;
use crate::write::{self, FileChange};
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "\
Examples:
  crd-gen policies -p my-operator | kubectl apply --server-side -f -
  # A file for each policy and its binding
  crd-gen policies -p my-operator -o config/policies

For each version with deprecated, gated or experimental fields, a policy warns clients that set these fields, and \
adds an audit annotation; it never rejects an object. If `crd_core::channels!` names an annotation, another policy \
rejects updates of the CRDs themselves to another channel or to an older version of the API. \
ValidatingAdmissionPolicy is stable since Kubernetes 1.30.

Exit codes: 0 the policies were written, 2 the command was misused or failed.";

/// The minor version of the first server with the stable API of policies.
const STABLE_SINCE: u16 = 30;

/// Maximum cost of one expression of a policy at run time.
const COST_LIMIT: u64 = 1_000_000;

/// Arguments of `crd-gen policies`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct PoliciesArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Write a file for each policy to this directory [default: standard output].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

pub(crate) fn run(args: &PoliciesArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let found = load(&args.paths, &args.packages, terminal)?;
    let version = args.server.or(&found.config);
    let mut policies = Vec::new();
    for crd in &found.crds {
        policies.extend(fields::policies(crd, &found.features, version, terminal)?);
    }
    policies.extend(channels::policy(&found, version)?);
    if policies.is_empty() {
        return Err(
            CommandError::new("no field is deprecated, behind a feature gate or in a channel")
                .help("in Rust, use `lifecycle(…)`, `feature_gate = …` and `channel = …`")
                .help(super::ONLY_EXTENDED),
        );
    }
    if !version.at_least(STABLE_SINCE) {
        terminal.warning(&format!(
            "Kubernetes {version} does not serve `{}` ValidatingAdmissionPolicies, which are stable since Kubernetes 1.{STABLE_SINCE}",
            policy::API_VERSION
        ));
    }
    let mut texts = BTreeMap::new();
    for policy in &policies {
        texts.insert(policy.name.as_str(), policy.to_yaml()?);
    }
    let Some(directory) = &args.output else {
        let all: Vec<&str> = texts.values().map(String::as_str).collect();
        terminal.stdout().write_all(all.join("---\n").as_bytes())?;
        return Ok(CommandOutcome::Clean);
    };
    for (name, text) in &texts {
        let path = directory.join(format!("{name}.yaml"));
        if write::file(&path, text)? == FileChange::Changed {
            terminal.note(&format!("wrote {}", path.display()));
        }
    }
    Ok(CommandOutcome::Clean)
}
