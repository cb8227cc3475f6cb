//! Compares verdicts on mutated CRDs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;
use std::{fs, io};

use clap::{Args, ValueEnum};
use crd_core::KubeVersion;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::mutants::{Rules, mutant};
use crd_gen_tests::server_parity::difference::{Difference, DifferenceLevel};
use crd_gen_tests::server_parity::fixture::Fixture;
use crd_gen_tests::server_parity::minimise::minimise;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::our_verdict;
use crd_gen_tests::server_parity::request::Request;
use crd_gen_tests::server_parity::verdict::Verdict;
use crd_gen_tests::shared;

use super::Numbers;

/// The number of mutants that are sent ahead.
const BATCH: u64 = 256;

/// Creates and updates mutated CRDs.
///
/// Each kind of difference is printed once, with the smallest request that shows it.
#[derive(Debug, Args)]
pub(super) struct CrdOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The most kinds of differences that are minimised and printed.
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
    /// The least important differences that are reported.
    #[arg(long, value_enum, default_value_t = LevelOption::Notice)]
    level: LevelOption,
    /// Whether the mutants keep their CEL rules.
    #[arg(long, value_enum, default_value_t = RulesOption::Remove)]
    rules: RulesOption,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// Writes what is printed as fixtures for `tests/fixtures/differential` into this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelOption {
    /// Types and fields of errors.
    Field,
    /// Also texts of errors.
    Text,
    /// Also warnings and strict decoding.
    Notice,
}

impl From<LevelOption> for DifferenceLevel {
    fn from(option: LevelOption) -> DifferenceLevel {
        match option {
            LevelOption::Field => DifferenceLevel::Field,
            LevelOption::Text => DifferenceLevel::Text,
            LevelOption::Notice => DifferenceLevel::Notice,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RulesOption {
    Remove,
    Keep,
}

impl From<RulesOption> for Rules {
    fn from(option: RulesOption) -> Rules {
        match option {
            RulesOption::Remove => Rules::Removed,
            RulesOption::Keep => Rules::Kept,
        }
    }
}

/// One oracle for each mode.
struct Oracles {
    version: KubeVersion,
    create: Oracle,
    update: Oracle,
    /// `None` unless the oracle is that of the default version, since only that has this mode.
    condition: Option<Oracle>,
}

/// The differences of one kind.
struct FoundDifference {
    number: u64,
    times: u64,
    request: Request,
    difference: Difference,
    oracle: Verdict,
}

pub(super) fn run(options: &CrdOptions) -> io::Result<usize> {
    let seeds = Seeds::load(&shared("").ok_or_else(|| io::Error::other("the recorded CRDs are missing"))?)?;
    eprintln!(
        "{} seeds to create, {} to update",
        seeds.creates.len(),
        seeds.updates.len()
    );
    let oracles = Oracles {
        version: options.server,
        create: Oracle::of_server(options.server, "create")?,
        update: Oracle::of_server(options.server, "update")?,
        condition: match options.server {
            KubeVersion::DEFAULT => Some(Oracle::start("condition")?),
            _ => None,
        },
    };
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut found: BTreeMap<String, FoundDifference> = BTreeMap::new();
    let (level, rules) = (DifferenceLevel::from(options.level), Rules::from(options.rules));
    let end = options.numbers.end();
    let mut next = options.numbers.first;
    let mut under_way = send(&oracles, &seeds, rules, next..end)?;
    while !under_way.is_empty() {
        next = next.saturating_add(BATCH);
        let ahead = send(&oracles, &seeds, rules, next..end)?;
        for (number, request) in under_way {
            let ours = our_verdict(&request, oracles.version);
            let oracle = oracles.receive(&request)?;
            tally.count(&oracle);
            if let Some(difference) =
                Difference::between(&oracle, &ours).filter(|difference| difference.level <= level)
            {
                tally.differences += 1;
                found
                    .entry(difference.class())
                    .or_insert_with(|| FoundDifference {
                        number,
                        times: 0,
                        request,
                        difference,
                        oracle,
                    })
                    .times += 1;
            }
        }
        under_way = ahead;
    }
    let seconds = start.elapsed().as_secs_f64();
    let mut list = Vec::new();
    for (class, found) in found {
        if varies(&oracles, &found)? {
            println!("mutant {}: the server's answers vary", found.number);
        } else {
            list.push((class, found));
        }
    }
    list.sort_by_key(|(_, found)| (found.difference.level, std::cmp::Reverse(found.times)));
    for (class, found) in list.iter_mut().take(options.show) {
        minimise_difference(&oracles, class, found)?;
        println!(
            "mutant {} and {} more: {}  {}\n",
            found.number,
            found.times - 1,
            found.difference,
            found.request.line()
        );
    }
    save(options, &list)?;
    println!("{tally} in {seconds:.0} s");
    println!("{} differences of {} kinds", tally.differences, list.len());
    Ok(list.len())
}

#[derive(Default)]
struct Tally {
    mutants: u64,
    rejected: u64,
    undecoded: u64,
    panics: u64,
    differences: u64,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        self.mutants += 1;
        self.rejected += u64::from(!verdict.errors.is_empty());
        self.undecoded += u64::from(verdict.decode.is_some());
        self.panics += u64::from(verdict.panic.is_some());
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            mutants,
            rejected,
            undecoded,
            panics,
            ..
        } = self;
        write!(
            f,
            "{mutants} mutants ({rejected} rejected, {undecoded} not decoded, {panics} panics of the server)"
        )
    }
}

impl Oracles {
    fn oracle(&self, request: &Request) -> &Oracle {
        match request {
            Request::Create(_) => &self.create,
            Request::Update(..) => &self.update,
            Request::Condition(_) => self.condition.as_ref().unwrap_or(&self.create),
        }
    }

    fn receive(&self, request: &Request) -> io::Result<Verdict> {
        let answer = self.oracle(request).receive()?;
        Ok(Verdict::from_answer(request.mode(), answer)?)
    }

    fn ask(&self, request: &Request) -> io::Result<Verdict> {
        self.oracle(request).send(request.line())?;
        self.receive(request)
    }
}

fn send(
    oracles: &Oracles,
    seeds: &Seeds,
    rules: Rules,
    numbers: Range<u64>,
) -> io::Result<Vec<(u64, Request)>> {
    let mut sent = Vec::new();
    for number in numbers.start..numbers.end.min(numbers.start.saturating_add(BATCH)) {
        let request = match (mutant(number, seeds, rules), &oracles.condition) {
            (Request::Condition(crd), None) => Request::Create(crd),
            (request, _) => request,
        };
        oracles.oracle(&request).send(request.line())?;
        sent.push((number, request));
    }
    Ok(sent)
}

/// Whether the server sometimes returns our verdict: its result may depend on Go's random map order.
fn varies(oracles: &Oracles, found: &FoundDifference) -> io::Result<bool> {
    let ours = our_verdict(&found.request, oracles.version);
    for _ in 0..20 {
        if Difference::between(&oracles.ask(&found.request)?, &ours).is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Replaces the request of a difference by the smallest one that shows it.
fn minimise_difference(oracles: &Oracles, class: &str, found: &mut FoundDifference) -> io::Result<()> {
    let mut failed = None;
    let small = minimise(&found.request, &mut |candidate| match oracles.ask(candidate) {
        Ok(oracle) => Difference::between(&oracle, &our_verdict(candidate, oracles.version))
            .is_some_and(|difference| difference.class() == class),
        Err(error) => {
            failed = Some(error);
            false
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    found.oracle = oracles.ask(&small)?;
    if let Some(difference) = Difference::between(&found.oracle, &our_verdict(&small, oracles.version)) {
        found.difference = difference;
        found.request = small;
    }
    Ok(())
}

/// Writes the differences that were printed as fixtures.
fn save(options: &CrdOptions, list: &[(String, FoundDifference)]) -> io::Result<()> {
    let Some(directory) = &options.out else {
        return Ok(());
    };
    fs::create_dir_all(directory)?;
    for (_, found) in list.iter().take(options.show) {
        let fixture = Fixture {
            request: found.request.clone(),
            verdict: found.oracle.clone(),
        };
        fixture.write(&directory.join(format!("mutant-{}.json", found.number)))?;
    }
    Ok(())
}
