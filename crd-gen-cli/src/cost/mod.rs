//! `crd-gen cost`: what the rules of CRDs may cost, as the API server estimates it.

mod json;
mod measure;
mod table;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::KubeVersion;
use rayon::prelude::*;

use crate::check::inputs;
use crate::config::Configs;
use crate::terminal::Terminal;
use crate::{Failure, Outcome};
use measure::{Measured, measure};
pub(crate) use table::{share, thousands};

const EXAMPLES: &str = "\
Examples:
  crd-gen cost config/crd                          each rule, the most expensive first
  crd-gen cost --format json crd.yaml | jq .total  one JSON line a rule
  crd-gen cost --kubernetes-version 1.30 crd.yaml  what an older server estimates

The estimate is the server's: the cost of one evaluation at worst, times how often the place of the rule may
occur. A rule may cost 10,000,000, all rules of a schema 100,000,000 together. Where no bound says how large a
list, map or string may be, as much as fits into a request of 3 MiB is taken.

Exit codes: 0 all rules are within the budgets, 1 a rule or schema is not or a rule does not compile,
2 the command was misused or could not do its work.";

/// Arguments of `crd-gen cost`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CostArgs {
    /// Files, directories, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How costs are written.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: CostFormat,
    /// Show every rule, not only the ten that cost most in each version.
    #[arg(long)]
    pub all: bool,
    /// The Kubernetes version that estimates, 1.29 to 1.37 [default: 1.36].
    #[arg(long, value_name = "VERSION")]
    pub kubernetes_version: Option<KubeVersion>,
}

/// How costs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CostFormat {
    /// For people, a table for each version of a CRD.
    Table,
    /// One JSON line a rule.
    Json,
}

pub(crate) fn run(args: &CostArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut configs = Configs::new(None)?;
    let found = inputs::find(&args.paths, &mut configs)?;
    let files: Vec<Measured> = found
        .files
        .par_iter()
        .map(|input| {
            let configured = input.config.kubernetes_version;
            let version = args.kubernetes_version.or(configured).unwrap_or_default();
            measure(input, version)
        })
        .collect();
    let mut failed = false;
    for file in &files {
        for problem in &file.problems {
            failed = true;
            terminal.error(problem, &[]);
        }
    }
    let crds: usize = files.iter().map(|file| file.crds).sum();
    if crds == 0 && !failed {
        let places = found.shown.join("`, `");
        return Err(Failure::new(format!("no CustomResourceDefinition in `{places}`")));
    }
    let mut out = std::io::BufWriter::new(terminal.stdout());
    let width = crate::terminal::width();
    let mut first = true;
    for schema in files.iter().flat_map(|file| &file.schemas) {
        match args.format {
            CostFormat::Json => json::write(&mut out, schema)?,
            CostFormat::Table if schema.rules.is_empty() => {}
            CostFormat::Table => {
                if !first {
                    writeln!(out)?;
                }
                first = false;
                table::write(&mut out, schema, args.all, width)?;
            }
        }
    }
    out.flush()?;
    let rules: usize = files
        .iter()
        .flat_map(|file| &file.schemas)
        .map(|schema| schema.rules.len())
        .sum();
    if rules == 0 && !failed && !terminal.quiet {
        let s = if crds == 1 { "" } else { "s" };
        terminal.note(&format!("no rule in {crds} CRD{s}"));
    }
    let bad = files
        .iter()
        .flat_map(|file| &file.schemas)
        .any(measure::SchemaCosts::is_refused);
    if failed {
        return Err(Failure::Reported);
    }
    Ok(if bad { Outcome::Findings } else { Outcome::Clean })
}
