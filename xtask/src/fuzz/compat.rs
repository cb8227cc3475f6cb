//! Checks the findings of `compat` on mutated pairs of CRDs: the API server's own code must confirm each witness, and if no
//! finding breaks stored objects or writers, the new CRD must admit random objects that the old one admits.

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use crd_core::compat::{
    self, CompatFinding, CompatOptions, Harmed, Policy, StoredObjects, Witness, WitnessOperation,
};
use crd_core::decode::decode_for;
use crd_core::objects::{Admission, Request};
use crd_core::values::{Manner, Values};
use crd_core::{Crd, KubeVersion, validate};
use crd_gen_tests::mutants::mutate::mutate;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::object_answer::ObjectAnswer;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::node;
use crd_gen_tests::shared;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;

/// The number of pairs that are sent before the first response is read.
const CHUNK: usize = 64;

/// Compares mutated pairs of CRDs, and has each witness judged by the server.
///
/// An input is a recorded CRD and a mutant of it.
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

/// The response of the oracle.
#[derive(Debug, Deserialize)]
struct OracleAnswers {
    crd: Option<String>,
    #[serde(default)]
    answers: Vec<ObjectAnswer>,
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
    not_served: u64,
    quiet: u64,
    quiet_requests: u64,
    undecided_by_rule: BTreeMap<String, u64>,
    by_rule: BTreeMap<String, u64>,
}

/// A pair of CRDs, as values and decoded.
struct MutatedPair {
    number: u64,
    values: [Value; 2],
    crds: [Crd; 2],
}

/// The expected result of a request that the old CRD admits.
enum Expectation {
    /// The new CRD rejects it, drops a part of it, or decodes it differently.
    Broken(String),
    /// The new CRD rejects it.
    Refused(String),
    /// The new CRD admits it.
    Admitted(String),
    /// The new CRD admits it and keeps all of it, if the old one does.
    Quiet,
}

/// The requests for one version of a pair, with their expected results.
struct Questions {
    number: u64,
    crds: [Value; 2],
    requests: Vec<Value>,
    expected: Vec<Expectation>,
}

pub(super) fn run(options: &CompatFuzzOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let seeds = Seeds::load(&shared("").ok_or_else(nothing)?)?;
    let oracle = Oracle::of_server(options.server, "objects")?;
    let mut counts = PairCounts::default();
    let mut wrong = 0;
    let mut asked: Vec<Questions> = Vec::new();
    for number in options.numbers.first..options.numbers.end() {
        if let Some(pair) = pair(number, &seeds, options.server) {
            asked.extend(ask(&oracle, &pair, options, &mut counts)?);
        }
        if asked.len() >= CHUNK {
            for questions in asked.drain(..) {
                wrong += judge(&oracle, &questions, &mut counts)?;
            }
        }
    }
    for questions in asked {
        wrong += judge(&oracle, &questions, &mut counts)?;
    }
    println!("{counts:?}, {wrong} wrong");
    Ok(wrong)
}

fn pair(number: u64, seeds: &Seeds, server: KubeVersion) -> Option<MutatedPair> {
    let mut rng = Rng::new(number);
    let mut old = rng.pick(&seeds.creates).cloned()?;
    if rng.one_in(4) {
        mutate(&mut old, seeds, &mut rng);
    }
    let crd = |value: &Value| {
        let crd = decode_for(&node(value), server).crd?;
        validate::create(&crd, server).accepted().then_some(crd)
    };
    let old_crd = crd(&old)?;
    // Many mutants are rejected; the first accepted one is used.
    for _ in 0..6 {
        let mut new = old.clone();
        for _ in 0..=rng.below(2) {
            mutate(&mut new, seeds, &mut rng);
        }
        if old == new {
            continue;
        }
        if let Some(new_crd) = crd(&new)
            && old_crd.metadata.name == new_crd.metadata.name
        {
            return Some(MutatedPair {
                number,
                values: [old, new],
                crds: [old_crd, new_crd],
            });
        }
    }
    None
}

/// Compares a pair, and sends the server the requests that check the findings.
fn ask(
    oracle: &Oracle,
    pair: &MutatedPair,
    options: &CompatFuzzOptions,
    counts: &mut PairCounts,
) -> io::Result<Vec<Questions>> {
    counts.pairs += 1;
    let compat = CompatOptions::new(Policy::Writers, options.server);
    let found = compat::compare(&pair.crds[0], &pair.crds[1], &compat);
    counts.findings += found.len() as u64;
    let breaks = |finding: &CompatFinding| {
        finding
            .breaks
            .iter()
            .any(|harmed| matches!(harmed, Harmed::StoredObjects | Harmed::Writers))
    };
    let is_quiet = !found.iter().any(breaks);
    counts.quiet += u64::from(is_quiet);
    for finding in &found {
        let rule = finding.rule.to_string();
        counts.narrowing += u64::from(breaks(finding) && !finding.path.is_empty());
        if !finding.is_decided {
            counts.undecided += 1;
            *counts.undecided_by_rule.entry(rule.clone()).or_default() += 1;
            if options.undecided {
                println!("input {}: undecided: {rule} {}", pair.number, finding.message);
            }
        }
        *counts.by_rule.entry(rule).or_default() += 1;
    }
    let mut asked = Vec::new();
    for version in pair.crds[0].versions() {
        let mut questions = Questions {
            number: pair.number,
            crds: pair.values.clone(),
            requests: Vec::new(),
            expected: Vec::new(),
        };
        let of_version = |finding: &&CompatFinding| finding.version.as_deref() == Some(&*version.name);
        for finding in found.iter().filter(of_version) {
            questions.of_finding(finding, counts);
        }
        if is_quiet && pair.crds[1].version(&version.name).is_some() {
            questions.of_objects(pair, &version.name, options);
        }
        if questions.requests.is_empty() {
            continue;
        }
        for crd in &pair.values {
            let line = json!({"crd": crd, "version": version.name, "objects": questions.requests});
            oracle.send(line.to_string())?;
        }
        asked.push(questions);
    }
    Ok(asked)
}

impl Questions {
    fn add(&mut self, op: &str, object: &Value, old: Option<&Value>, expected: Expectation) {
        self.requests
            .push(json!({"op": op, "object": object, "old": old}));
        self.expected.push(expected);
    }

    fn add_witness(&mut self, witness: &Witness, expected: Expectation) {
        let op = match witness.operation {
            WitnessOperation::Create => "create",
            WitnessOperation::Update => "update",
            WitnessOperation::UpdateStatus => "status",
        };
        self.add(op, &witness.object, witness.old.as_ref(), expected);
    }

    fn of_finding(&mut self, finding: &CompatFinding, counts: &mut PairCounts) {
        let words = format!("{} {}", finding.rule, finding.message);
        let Some(witness) = &finding.witness else { return };
        counts.witnesses += 1;
        self.add_witness(witness, Expectation::Broken(words.clone()));
        match &finding.stored {
            Some(StoredObjects::EditRefused(edit) | StoredObjects::Stuck(edit)) => {
                counts.stored_witnesses += 1;
                self.add_witness(edit, Expectation::Refused(words));
            }
            Some(StoredObjects::Editable) => {
                counts.editable += 1;
                let op = match witness.operation {
                    WitnessOperation::UpdateStatus => "status",
                    _ => "update",
                };
                let mut edited = witness.object.clone();
                if op == "update" {
                    edited["metadata"]["labels"] = json!({"edited": "true"});
                }
                self.add(op, &edited, Some(&witness.object), Expectation::Admitted(words));
            }
            None => {}
        }
    }

    /// Adds random objects that the old CRD admits, as creates and as updates.
    fn of_objects(&mut self, pair: &MutatedPair, version: &str, options: &CompatFuzzOptions) {
        let Ok(old) = Admission::new(&pair.crds[0], version, options.server) else {
            return;
        };
        let mut values = Values::new(pair.number);
        let mut stored: Option<Value> = None;
        for number in 0..options.objects {
            let manner = if number % 3 == 0 {
                Manner::EDGES
            } else {
                Manner::WHOLE
            };
            let mut object = values.value(old.schema(), manner);
            let Some(members) = object.as_object_mut() else {
                continue;
            };
            let api_version = old.options().api_version.to_string();
            members.insert("apiVersion".to_owned(), api_version.into());
            members.insert("kind".to_owned(), old.options().kind.to_string().into());
            members.insert("metadata".to_owned(), json!({"name": "a"}));
            let before = old.admit(Request::create(&object));
            if !before.is_accepted() || !before.strict.is_empty() {
                continue;
            }
            self.add("create", &object, None, Expectation::Quiet);
            self.add("update", &object, Some(&object), Expectation::Quiet);
            if let Some(stored) = stored.replace(object.clone()) {
                self.add("update", &object, Some(&stored), Expectation::Quiet);
                self.add("status", &object, Some(&stored), Expectation::Quiet);
            }
        }
    }
}

/// Reads the results of requests; returns the number of unexpected ones.
fn judge(oracle: &Oracle, questions: &Questions, counts: &mut PairCounts) -> io::Result<usize> {
    let [old, new]: [OracleAnswers; 2] = [oracle.receive()?, oracle.receive()?];
    if old.crd.is_some() || new.crd.is_some() {
        counts.not_served += 1;
        return Ok(0);
    }
    for (number, (request, expected)) in questions.requests.iter().zip(&questions.expected).enumerate() {
        let (Some(before), Some(after)) = (old.answers.get(number), new.answers.get(number)) else {
            return Err(io::Error::other("the server did not answer"));
        };
        match is_as_expected(before, after, expected) {
            Ok(()) if matches!(expected, Expectation::Quiet) => counts.quiet_requests += 1,
            Ok(()) => counts.confirmed += 1,
            Err(reason) => {
                // Only the first mismatch of a pair is printed.
                let [old, new] = &questions.crds;
                println!("input {}: {reason}\n  {request}", questions.number);
                println!("  old {old}\n  new {new}");
                return Ok(1);
            }
        }
    }
    Ok(0)
}

fn is_as_expected(before: &ObjectAnswer, after: &ObjectAnswer, expected: &Expectation) -> Result<(), String> {
    let is_admitted =
        |answer: &ObjectAnswer| answer.errors.is_empty() && answer.decode.is_none() && answer.panic.is_none();
    let is_kept = |answer: &ObjectAnswer| is_admitted(answer) && answer.strict.is_empty();
    let refused =
        |answer: &ObjectAnswer| format!("{:?} {:?} {:?}", answer.errors, answer.strict, answer.decode);
    match expected {
        Expectation::Quiet if is_kept(before) && !is_kept(after) => {
            Err(format!("nothing is said, but the new CRD: {}", refused(after)))
        }
        Expectation::Broken(words) | Expectation::Refused(words) if !is_kept(before) => {
            Err(format!("{words}: the old CRD: {}", refused(before)))
        }
        Expectation::Admitted(words) if !is_admitted(before) => {
            Err(format!("{words}: the old CRD: {}", refused(before)))
        }
        Expectation::Broken(words) if is_kept(after) && before.object == after.object => {
            Err(format!("{words}: the new CRD admits it"))
        }
        Expectation::Refused(words) if is_admitted(after) => {
            Err(format!("{words}: the new CRD admits the update"))
        }
        Expectation::Admitted(words) if !is_admitted(after) => {
            Err(format!("{words}: it cannot be edited: {}", refused(after)))
        }
        _ => Ok(()),
    }
}
