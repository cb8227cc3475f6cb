//! Compiles random Rust types, and compares serde and the server on those that compile.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use clap::Args;
use crd_gen_tests::random_api::compile::{self, CompileReport};
use crd_gen_tests::random_api::module;
use serde_json::Value;

use super::Numbers;
use super::admission::Oracles;

/// Compiles random Rust types and sends their CRDs and values to the server.
///
/// An input is a Rust module with a few types; a quarter of the modules contain mistakes. Every compile error must carry
/// a code, the server must accept every CRD, and serde must agree with it.
#[derive(Debug, Args)]
pub(super) struct TypesOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The number of modules that are compiled as one crate.
    #[arg(long, value_name = "N", default_value_t = 150)]
    batch: u64,
    /// The number of random values of each type.
    #[arg(long, value_name = "N", default_value_t = 20)]
    seeds: u64,
    /// Compiles in this folder and keeps it.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Sends nothing to the server: only our own verdicts are compared with serde. Needs no Go.
    #[arg(long)]
    no_oracle: bool,
}

pub(super) fn run(options: &TypesOptions) -> io::Result<usize> {
    let oracles = if options.no_oracle {
        None
    } else {
        Some(Oracles::start()?)
    };
    let temporary = tempfile::tempdir()?;
    let directory = options.keep.as_deref().unwrap_or(temporary.path());
    let mut total = Total::default();
    let end = options.numbers.end();
    let mut next = options.numbers.first;
    while next < end {
        let until = end.min(next.saturating_add(options.batch));
        let modules: Vec<_> = (next..until).map(module).collect();
        let outcome = compile::run(directory, &modules, options.seeds)?;
        for module in &modules {
            total.modules += 1;
            total.tried += module.types;
            match outcome.refused.get(&module.number) {
                None => total.types += module.types,
                Some(refusal) => {
                    total.refused += 1;
                    for text in &refusal.coded {
                        *total.codes.entry(code(text)).or_default() += 1;
                    }
                    if refusal.coded.is_empty() {
                        total.finding(
                            &module.name(),
                            &format!("rejected without a code: {}", refusal.plain.join(" | ")),
                        );
                    }
                    for text in &refusal.plain {
                        *total
                            .plain
                            .entry(text.lines().next().unwrap_or_default().to_owned())
                            .or_default() += 1;
                    }
                }
            }
        }
        for report in &outcome.reports {
            total.report(report, oracles.as_ref())?;
        }
        next = until;
        eprintln!(
            "{next}: {} modules, {} refused, {} findings",
            total.modules, total.refused, total.findings
        );
    }
    total.print();
    Ok(total.findings)
}

/// Returns the last code in a text.
fn code(text: &str) -> String {
    text.rfind("[CRD")
        .and_then(|at| text.get(at + 1..at + 8))
        .unwrap_or("in a note")
        .to_owned()
}

/// The sums over all modules.
#[derive(Default)]
struct Total {
    modules: usize,
    tried: usize,
    types: usize,
    refused: usize,
    accepted: usize,
    resources: usize,
    counts: [usize; 4],
    sent: usize,
    findings: usize,
    codes: BTreeMap<String, usize>,
    plain: BTreeMap<String, usize>,
    known: BTreeSet<String>,
}

impl Total {
    fn finding(&mut self, name: &str, text: &str) {
        self.findings += 1;
        println!("{name}: {text}\n");
    }

    fn report(&mut self, report: &CompileReport, oracles: Option<&Oracles>) -> io::Result<()> {
        for (sum, count) in self.counts.iter_mut().zip(report.counts) {
            *sum += count;
        }
        self.known.extend(report.known.iter().cloned());
        if let Some(error) = &report.error {
            self.finding(&report.name, error);
            return Ok(());
        }
        if let Some(failure) = &report.failure {
            self.finding(&report.name, failure);
        }
        if let Value::String(error) = &report.resource {
            self.finding(&report.name, &format!("the resource has no CRD: {error}"));
        }
        if report.crd.is_null() {
            // A known and accepted error; see `compile::serve`.
            return Ok(());
        }
        self.accepted += 1;
        let Some(oracles) = oracles else {
            return Ok(());
        };
        if let Some(why) = oracles.rejects_crd(&report.crd)? {
            self.finding(&report.name, &format!("the server rejects the CRD: {why}"));
        }
        if report.resource.is_object() {
            self.resources += 1;
            if let Some(why) = oracles.rejects_crd(&report.resource)? {
                self.finding(&report.name, &format!("the server rejects the resource: {why}"));
            }
        }
        self.sent += report.samples.len();
        for (value, answer) in report
            .samples
            .iter()
            .zip(oracles.reject_objects(&report.crd, &report.samples)?)
        {
            if let Some(why) = answer {
                self.finding(
                    &report.name,
                    &format!("the server does not admit {value} unchanged: {why}"),
                );
                break;
            }
        }
        Ok(())
    }

    fn print(&self) {
        println!("refusals by code: {:?}", self.codes);
        println!("errors beside them: {:#?}", self.plain);
        println!("known gaps met: {:?}", self.known);
        let [written, admitted, refused, defaulted] = self.counts;
        println!(
            "{} modules with {} types: {} modules refused with a code, {} accepted with {} types and {} resources; {written} values written \
             ({} sent to the server), {admitted} others admitted, {refused} refused, {defaulted} read twice; {} findings",
            self.modules,
            self.tried,
            self.refused,
            self.accepted,
            self.types,
            self.resources,
            self.sent,
            self.findings
        );
    }
}
