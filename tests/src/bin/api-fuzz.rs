//! Proves on random types that what compiles has a schema the server takes and serde agrees with.
//!
//! ```text
//! api-fuzz shapes [SEEDS [FIRST]]    every supported shape, through the oracle
//! api-fuzz types [COUNT [FIRST]]     COUNT random modules of types; --seeds N, --batch N, --keep DIR, --no-oracle
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, io};

use crd_gen_tests::agree::{Subject, check, shapes};
use crd_gen_tests::api::build::{self, Report};
use crd_gen_tests::api::module;
use crd_gen_tests::fuzz::oracle::Oracle;
use crd_gen_tests::fuzz::verdict::Verdict;
use serde::Deserialize;
use serde_json::{Value, json};

/// The oracle on an object.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default, rename = "prunedPaths")]
    pruned: Vec<String>,
    errors: Vec<Value>,
    decode: Option<String>,
    crd: Option<String>,
    panic: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default: u64| {
        arguments
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let result = match arguments.first().map(String::as_str) {
        Some("shapes") => run_shapes(number(1, 400), number(2, 1)),
        Some("types") => run_types(&Options::read(number(1, 400), number(2, 1), &arguments)),
        _ => Err(io::Error::other("`api-fuzz shapes` or `api-fuzz types`")),
    };
    match result {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("api-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    count: u64,
    first: u64,
    batch: u64,
    seeds: u64,
    directory: PathBuf,
    oracle: bool,
}

impl Options {
    fn read(count: u64, first: u64, arguments: &[String]) -> Options {
        let after = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            arguments.get(at + 1).cloned()
        };
        let number = |name: &str, default| after(name).and_then(|text| text.parse().ok()).unwrap_or(default);
        Options {
            count,
            first,
            batch: number("--batch", 150),
            seeds: number("--seeds", 20),
            directory: after("--keep").map_or_else(
                || env::temp_dir().join(format!("random-api-{}", std::process::id())),
                PathBuf::from,
            ),
            oracle: !arguments.iter().any(|argument| argument == "--no-oracle"),
        }
    }
}

/// The oracles of the modes used.
struct Oracles {
    create: Oracle,
    object: Oracle,
}

impl Oracles {
    fn start() -> io::Result<Oracles> {
        Ok(Oracles {
            create: Oracle::start("create")?,
            object: Oracle::start("object")?,
        })
    }

    /// Why the server does not take a CRD.
    fn refuses(&self, crd: &Value) -> io::Result<Option<String>> {
        self.create.send(json!({ "crd": crd }).to_string())?;
        let verdict: Verdict = self.create.receive()?;
        Ok((verdict != Verdict::default()).then(|| format!("{verdict:?}")))
    }

    /// Why the server does not take a value as it is.
    fn objects(&self, crd: &Value, values: &[Value]) -> io::Result<Vec<Option<String>>> {
        for value in values {
            self.object
                .send(json!({ "crd": crd, "object": Subject::object(value) }).to_string())?;
        }
        values
            .iter()
            .map(|_| {
                let answer: Answer = self.object.receive()?;
                let fine = answer.errors.is_empty() && answer.pruned.is_empty();
                let read = answer.decode.is_none() && answer.crd.is_none() && answer.panic.is_none();
                Ok((!(fine && read)).then(|| format!("{answer:?}")))
            })
            .collect()
    }
}

fn run_shapes(seeds: u64, first: u64) -> io::Result<usize> {
    let oracles = Oracles::start()?;
    let subjects = shapes::all().map_err(io::Error::other)?;
    let (mut findings, mut values, mut admitted) = (0, 0, 0);
    for subject in &subjects {
        if let Some(why) = oracles.refuses(&subject.crd)? {
            println!("{}: the server refuses the CRD: {why}", subject.name);
            findings += 1;
        }
        let written = check::written(subject, first, seeds);
        values += written.len();
        for (value, answer) in written.iter().zip(oracles.objects(&subject.crd, &written)?) {
            if let Some(why) = answer {
                println!("{}: the server does not take {value}: {why}", subject.name);
                findings += 1;
                break;
            }
        }
        // What our validation admits, the server must admit too, CEL rules aside; and serde must read it.
        let candidates = check::admitted(subject, first, seeds);
        let mut unread: Vec<(Value, String)> = Vec::new();
        for (value, answer) in candidates.iter().zip(oracles.objects(&subject.crd, &candidates)?) {
            if answer.is_none() {
                admitted += 1;
                unread.extend(check::unread(subject, value).map(|why| (value.clone(), why)));
            }
        }
        if let Some((value, why)) = unread
            .into_iter()
            .min_by_key(|(value, _)| value.to_string().len())
        {
            println!("{}: the server admits {value}, but {why}", subject.name);
            findings += 1;
        }
    }
    println!(
        "{} types: {values} values taken as written, {admitted} admitted values read, {findings} findings",
        subjects.len()
    );
    Ok(findings)
}

fn run_types(options: &Options) -> io::Result<usize> {
    let oracles = if options.oracle {
        Some(Oracles::start()?)
    } else {
        None
    };
    let mut total = Total::default();
    let end = options.first.saturating_add(options.count);
    let mut next = options.first;
    while next < end {
        let until = end.min(next.saturating_add(options.batch));
        let modules: Vec<_> = (next..until).map(module).collect();
        let outcome = build::run(&options.directory, &modules, options.seeds)?;
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
                            &format!("refused without a code: {}", refusal.plain.join(" | ")),
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

/// The first code in a text.
fn code(text: &str) -> String {
    text.rfind("[CRD")
        .and_then(|at| text.get(at + 1..at + 8))
        .unwrap_or("in a note")
        .to_owned()
}

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

    fn report(&mut self, report: &Report, oracles: Option<&Oracles>) -> io::Result<()> {
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
            // Refused by name when the CRD was made.
            return Ok(());
        }
        self.accepted += 1;
        let Some(oracles) = oracles else {
            return Ok(());
        };
        if let Some(why) = oracles.refuses(&report.crd)? {
            self.finding(&report.name, &format!("the server refuses the CRD: {why}"));
        }
        if report.resource.is_object() {
            self.resources += 1;
            if let Some(why) = oracles.refuses(&report.resource)? {
                self.finding(&report.name, &format!("the server refuses the resource: {why}"));
            }
        }
        self.sent += report.samples.len();
        for (value, answer) in report
            .samples
            .iter()
            .zip(oracles.objects(&report.crd, &report.samples)?)
        {
            if let Some(why) = answer {
                self.finding(&report.name, &format!("the server does not take {value}: {why}"));
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
