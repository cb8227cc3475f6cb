//! Compares this project's verdicts with the API server's own code on mutated CRDs.
//!
//! ```text
//! crd-fuzz [--count N] [--first N] [--show N] [--level field|text|notice] [--rules keep] [--server 1.31] [--out DIR]
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use crd_core::KubeVersion;
use crd_gen_tests::fuzz::fixture::Fixture;
use crd_gen_tests::fuzz::minimise::minimise;
use crd_gen_tests::fuzz::oracle::Oracle;
use crd_gen_tests::fuzz::ours::ours;
use crd_gen_tests::fuzz::request::Request;
use crd_gen_tests::fuzz::seeds::Seeds;
use crd_gen_tests::fuzz::verdict::{Difference, Level, Verdict};
use crd_gen_tests::fuzz::{Rules, mutant};
use crd_gen_tests::shared;

/// How many mutants are under way at once.
const BATCH: u64 = 256;

struct Options {
    count: u64,
    first: u64,
    show: usize,
    level: Level,
    rules: Rules,
    server: KubeVersion,
    out: Option<PathBuf>,
}

/// The oracles of the modes used.
struct Oracles {
    version: KubeVersion,
    create: Oracle,
    update: Oracle,
    /// Only the first server is asked about conditions.
    condition: Option<Oracle>,
}

/// What was found of one kind.
struct Found {
    number: u64,
    times: u64,
    request: Request,
    difference: Difference,
    oracle: Verdict,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("crd-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> io::Result<Options> {
    let mut options = Options {
        count: 10_000,
        first: 1,
        show: 20,
        level: Level::Notice,
        rules: Rules::Removed,
        server: KubeVersion::DEFAULT,
        out: None,
    };
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| io::Error::other(format!("`{name}` takes a number")))
        };
        match name.as_str() {
            "--count" => options.count = number()?,
            "--first" => options.first = number()?,
            "--show" => options.show = usize::try_from(number()?).unwrap_or(usize::MAX),
            "--out" => options.out = Some(PathBuf::from(value)),
            "--server" => {
                options.server = value
                    .parse()
                    .map_err(|_| io::Error::other("`--server` is a version of Kubernetes, such as 1.31"))?;
            }
            "--rules" if value == "keep" => options.rules = Rules::Kept,
            "--level" => {
                options.level = match value.as_str() {
                    "field" => Level::Field,
                    "text" => Level::Text,
                    "notice" => Level::Notice,
                    _ => return Err(io::Error::other("`--level` is field, text or notice")),
                }
            }
            _ => return Err(io::Error::other(format!("unknown argument `{name}`"))),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> io::Result<usize> {
    let seeds = Seeds::load(&shared("").ok_or_else(|| io::Error::other("there is nothing to mutate"))?)?;
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
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    let end = options.first.saturating_add(options.count);
    let mut next = options.first;
    let mut under_way = send(&oracles, &seeds, options.rules, next..end)?;
    while !under_way.is_empty() {
        next = next.saturating_add(BATCH);
        let ahead = send(&oracles, &seeds, options.rules, next..end)?;
        for (number, request) in under_way {
            let said = ours(&request, oracles.version);
            let oracle = oracles.receive(&request)?;
            tally.count(&oracle);
            if let Some(difference) =
                Difference::between(&oracle, &said).filter(|difference| difference.level <= options.level)
            {
                tally.differences += 1;
                found
                    .entry(difference.class())
                    .or_insert_with(|| Found {
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
            println!("mutant {}: the server's own answers vary", found.number);
        } else {
            list.push((class, found));
        }
    }
    list.sort_by_key(|(_, found)| (found.difference.level, std::cmp::Reverse(found.times)));
    for (class, found) in list.iter_mut().take(options.show) {
        make_small(&oracles, class, found)?;
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
    refused: u64,
    undecoded: u64,
    panics: u64,
    differences: u64,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        self.mutants += 1;
        self.refused += u64::from(!verdict.errors.is_empty());
        self.undecoded += u64::from(verdict.decode.is_some());
        self.panics += u64::from(verdict.panic.is_some());
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            mutants,
            refused,
            undecoded,
            panics,
            ..
        } = self;
        write!(
            f,
            "{mutants} mutants ({refused} refused, {undecoded} not decoded, {panics} crash the server)"
        )
    }
}

impl Oracles {
    fn of(&self, request: &Request) -> &Oracle {
        match request {
            Request::Create(_) => &self.create,
            Request::Update(..) => &self.update,
            Request::Condition(_) => self.condition.as_ref().unwrap_or(&self.create),
        }
    }

    fn receive(&self, request: &Request) -> io::Result<Verdict> {
        let answer = self.of(request).receive()?;
        Ok(Verdict::from_answer(request.mode(), answer)?)
    }

    fn ask(&self, request: &Request) -> io::Result<Verdict> {
        self.of(request).send(request.line())?;
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
        oracles.of(&request).send(request.line())?;
        sent.push((number, request));
    }
    Ok(sent)
}

/// Whether the server sometimes says what this project says: Go visits maps in any order.
fn varies(oracles: &Oracles, found: &Found) -> io::Result<bool> {
    let ours = ours(&found.request, oracles.version);
    for _ in 0..20 {
        if Difference::between(&oracles.ask(&found.request)?, &ours).is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Replaces a finding by the smallest request of its kind.
fn make_small(oracles: &Oracles, class: &str, found: &mut Found) -> io::Result<()> {
    let mut failed = None;
    let small = minimise(&found.request, &mut |candidate| match oracles.ask(candidate) {
        Ok(oracle) => Difference::between(&oracle, &ours(candidate, oracles.version))
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
    if let Some(difference) = Difference::between(&found.oracle, &ours(&small, oracles.version)) {
        found.difference = difference;
        found.request = small;
    }
    Ok(())
}

/// Writes what was shown as fixtures.
fn save(options: &Options, list: &[(String, Found)]) -> io::Result<()> {
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
