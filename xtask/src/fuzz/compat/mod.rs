//! Checks the findings of `compat` on pairs of CRDs: the API server's own code must confirm each witness, and if no
//! finding breaks stored objects or writers, the new CRD must admit random objects that the old one admits.

use std::collections::{BTreeMap, VecDeque};
use std::io;

use clap::Args;
use crd_core::compat::{self, AffectedParty, CompatFinding, CompatOptions, Policy};
use crd_core::decode::decode_for;
use crd_core::{Crd, KubeVersion, validate};
use crd_gen_tests::mutants::mutate::mutate;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::node;
use crd_gen_tests::shared;
use serde_json::Value;

use super::Numbers;
use questions::{Judge, Questions};

mod edits;
mod frames;
mod questions;
mod rules;

/// The number of lists of requests that are sent before the first response is read.
const AHEAD: usize = 48;

/// Compares pairs of CRDs, and has each witness judged by the server.
///
/// An input is a recorded CRD, or a part of one of the corpus, and the same CRD after one to three edits.
#[derive(Debug, Args)]
pub(super) struct CompatFuzzOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The number of random objects where nothing is broken.
    #[arg(long, value_name = "N", default_value_t = 50)]
    objects: usize,
    /// The version of the server, 1.29 to 1.37; there is no ratcheting before 1.30.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// Print the findings that are undecided.
    #[arg(long)]
    undecided: bool,
}

#[derive(Debug, Default)]
struct PairCounts {
    pairs: u64,
    findings: u64,
    /// Findings that break stored objects or writers of a schema.
    narrowing: u64,
    undecided: u64,
    witnesses: u64,
    stored_witnesses: u64,
    editable: u64,
    confirmed: u64,
    /// Requests that the server answers in two ways, one of them as expected.
    two_answers: u64,
    not_served: u64,
    quiet: u64,
    quiet_requests: u64,
    undecided_by_rule: BTreeMap<String, u64>,
    by_rule: BTreeMap<String, u64>,
}

/// A pair of CRDs, as values and decoded.
struct CrdPair {
    number: u64,
    values: [Value; 2],
    crds: [Crd; 2],
}

pub(super) fn run(options: &CompatFuzzOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let seeds = Seeds::load(&shared("").ok_or_else(nothing)?)?;
    let judge = Judge {
        oracle: Oracle::of_server(options.server, "objects")?,
        second: Oracle::of_server(options.server, "objects")?,
    };
    let mut counts = PairCounts::default();
    let mut wrong = 0;
    let mut asked: VecDeque<Questions> = VecDeque::new();
    for number in options.numbers.first..options.numbers.end() {
        if let Some(pair) = pair(number, &seeds, options.server) {
            for questions in questions(&pair, options, &mut counts) {
                questions.send(&judge.oracle)?;
                asked.push_back(questions);
            }
        }
        // The server's code works on the next requests while a response is read.
        while asked.len() > AHEAD
            && let Some(questions) = asked.pop_front()
        {
            wrong += judge.judge(&questions, &mut counts)?;
        }
    }
    for questions in asked {
        wrong += judge.judge(&questions, &mut counts)?;
    }
    println!("{counts:?}, {wrong} wrong");
    Ok(wrong)
}

fn pair(number: u64, seeds: &Seeds, server: KubeVersion) -> Option<CrdPair> {
    let mut rng = Rng::new(number);
    let crd = |value: &Value| {
        let crd = decode_for(&node(value), server).crd?;
        validate::create(&crd, server).accepted().then_some(crd)
    };
    let (old, old_crd) = old(seeds, &crd, &mut rng)?;
    // Some of the results are rejected; the first accepted one is used.
    for _ in 0..6 {
        let mut new = old.clone();
        if rng.one_in(6) {
            mutate(&mut new, seeds, &mut rng);
        } else {
            for _ in 0..=rng.below(2) * rng.below(3) {
                edits::edit(&mut new, seeds, &mut rng);
            }
        }
        if old == new {
            continue;
        }
        if let Some(new_crd) = crd(&new)
            && old_crd.metadata.name == new_crd.metadata.name
        {
            return Some(CrdPair {
                number,
                values: [old, new],
                crds: [old_crd, new_crd],
            });
        }
    }
    None
}

fn old(seeds: &Seeds, crd: &dyn Fn(&Value) -> Option<Crd>, rng: &mut Rng) -> Option<(Value, Crd)> {
    let seed = rng.pick(&seeds.creates)?;
    for _ in 0..4 {
        let mut old = seed.clone();
        if rng.one_in(3) {
            edits::add_status(&mut old, seeds, rng);
        }
        if rng.one_in(8) {
            mutate(&mut old, seeds, rng);
        }
        for _ in 0..rng.below(4) {
            edits::edit(&mut old, seeds, rng);
        }
        if rng.one_in(3) {
            edits::add_rule(&mut old, rng);
        }
        if let Some(crd) = crd(&old) {
            return Some((old, crd));
        }
    }
    None
}

/// Compares a pair; returns the requests that check the findings.
fn questions(pair: &CrdPair, options: &CompatFuzzOptions, counts: &mut PairCounts) -> Vec<Questions> {
    counts.pairs += 1;
    let compat = CompatOptions::new(Policy::Writers, options.server);
    let found = compat::compare(&pair.crds[0], &pair.crds[1], &compat);
    counts.count(pair, &found, options);
    let mut asked = Vec::new();
    for version in pair.crds[0].versions() {
        let concerns = |finding: &CompatFinding| {
            finding
                .version
                .as_deref()
                .is_none_or(|name| *name == *version.name)
        };
        let breaks = |affected: &[AffectedParty]| {
            found
                .iter()
                .any(|finding| concerns(finding) && breaks(finding, affected))
        };
        let mut questions = Questions::new(pair, &version.name);
        for finding in found
            .iter()
            .filter(|finding| finding.version.is_some() && concerns(finding))
        {
            questions.of_finding(finding, counts);
        }
        // Nobody sends requests to a version that is not served.
        if version.served && pair.crds[1].version(&version.name).is_some() {
            if !breaks(&WRITES) {
                counts.quiet += 1;
                questions.of_objects(pair, options, questions::Quiet::AllRequests);
            } else if !breaks(&[AffectedParty::StoredObjects]) {
                questions.of_objects(pair, options, questions::Quiet::UpdatesOfStored);
            }
        }
        if !questions.are_none() {
            asked.push(questions);
        }
    }
    asked
}

/// Those whose requests the server judges.
const WRITES: [AffectedParty; 2] = [AffectedParty::StoredObjects, AffectedParty::Writers];

fn breaks(finding: &CompatFinding, affected: &[AffectedParty]) -> bool {
    finding.breaks.iter().any(|of| affected.contains(of))
}

impl PairCounts {
    fn count(&mut self, pair: &CrdPair, found: &[CompatFinding], options: &CompatFuzzOptions) {
        self.findings += found.len() as u64;
        for finding in found {
            let rule = finding.rule.to_string();
            self.narrowing += u64::from(breaks(finding, &WRITES) && !finding.path.is_empty());
            if !finding.is_decided {
                self.undecided += 1;
                *self.undecided_by_rule.entry(rule.clone()).or_default() += 1;
                if options.undecided {
                    println!("input {}: undecided: {rule} {}", pair.number, finding.message);
                }
            }
            *self.by_rule.entry(rule).or_default() += 1;
        }
    }
}
