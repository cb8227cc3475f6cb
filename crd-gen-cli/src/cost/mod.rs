//! `crd-gen cost`: shows the cost of the rules of CRDs, as the API server estimates it.

mod json;
mod measure;
mod table;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::options::{KubernetesVersion, PackageArgs};
use crate::sources::{Completeness, CrdSources, FoundCrd};
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};
use measure::{SchemaCosts, measure};
pub(crate) use table::{share, thousands};

const EXAMPLES: &str = "\
Examples:
  # Each rule, the most expensive first
  crd-gen cost config/crd
  # One line of JSON per rule
  crd-gen cost --format json crd.yaml | jq .total
  # The estimates of an older API server
  crd-gen cost --kubernetes-version 1.30 crd.yaml

The costs are the API server's estimates: the worst-case cost of one evaluation, times the maximum number of values \
that the rule is evaluated for. The limit is 10,000,000 for a rule, and 100,000,000 for all rules of a schema. The \
server assumes that a list, map or string without a maximum size fills a request of 3 MiB.

Exit codes: 0 all rules are within the limits, 1 a rule or schema exceeds a limit or a rule does not compile, 2 the \
command was misused or failed.";

/// Number of rules of a version that are shown without `--all`.
const SHOWN: usize = 10;

/// Arguments of `crd-gen cost`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CostArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages whose types give CRDs.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The output format of costs.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: CostFormat,
    /// Show all rules instead of the ten most expensive ones of each version.
    #[arg(long)]
    pub all: bool,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

/// The output format of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CostFormat {
    /// A table for each version of a CRD, for people.
    Table,
    /// One line of JSON per rule.
    Json,
}

pub(crate) fn run(args: &CostArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::read(&args.paths, &args.packages, terminal)?;
    let measure = |found: FoundCrd<'_>| measure(&found, args.server.or(found.config));
    let loaded = sources.map(terminal, measure)?;
    let schemas: Vec<&SchemaCosts> = loaded.crds.iter().flatten().collect();
    let mut out = terminal.buffered_stdout();
    let width = crate::terminal::width();
    let shown = if args.all { usize::MAX } else { SHOWN };
    let mut first = true;
    for schema in &schemas {
        match args.format {
            CostFormat::Json => json::write(&mut out, schema)?,
            CostFormat::Table if schema.rules.is_empty() => {}
            CostFormat::Table => {
                if !first {
                    writeln!(out)?;
                }
                first = false;
                table::write(&mut out, schema, shown, width)?;
            }
        }
    }
    out.flush()?;
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    if schemas.iter().all(|schema| schema.rules.is_empty()) {
        terminal.note(&format!("no rule in {}", counted(loaded.crds.len(), "CRD")));
    }
    let is_refused = schemas.iter().any(|schema| schema.is_refused());
    Ok(if is_refused {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}
