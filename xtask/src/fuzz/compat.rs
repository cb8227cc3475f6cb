//! Checks what `compat` says of mutated pairs of CRDs: each witness is confirmed by the API server's own code, and where nothing
//! is said to break stored objects or writers, random objects of the old CRD are admitted by the new one.

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use crd_core::compat::{self, CompatFinding, CompatOptions, Policy, Witness, WitnessOperation};
use crd_core::decode::decode_for;
use crd_core::objects::{Admission, Operation, Request};
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
}

/// The answer of the oracle.
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
    undecided: u64,
    witnesses: u64,
    confirmed: u64,
    quiet: u64,
    admitted: u64,
    by_rule: BTreeMap<String, u64>,
}

/// A pair of CRDs, as values and decoded.
struct MutatedPair {
    values: [Value; 2],
    crds: [Crd; 2],
}

pub(super) fn run(options: &CompatFuzzOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let seeds = Seeds::load(&shared("").ok_or_else(nothing)?)?;
    let oracle = Oracle::of_server(options.server, "objects")?;
    let mut counts = PairCounts::default();
    let mut wrong = 0;
    for number in options.numbers.first..options.numbers.end() {
        let Some(pair) = pair(number, &seeds, options.server) else {
            continue;
        };
        counts.pairs += 1;
        let compat = CompatOptions::new(Policy::Writers, options.server);
        let found = compat::compare(&pair.crds[0], &pair.crds[1], &compat);
        counts.findings += found.len() as u64;
        for finding in &found {
            counts.undecided += u64::from(!finding.is_decided);
            *counts.by_rule.entry(finding.rule.to_string()).or_default() += 1;
            if let Some(witness) = &finding.witness {
                counts.witnesses += 1;
                match confirm(&oracle, &pair, finding, witness)? {
                    None => counts.confirmed += 1,
                    Some(reason) => {
                        wrong += 1;
                        println!(
                            "input {number}: {} {}: {reason}\n  {}",
                            finding.rule, finding.message, witness.object
                        );
                    }
                }
            }
        }
        if found.is_empty() {
            counts.quiet += 1;
            match refused(&pair, options, number) {
                Ok(admitted) => counts.admitted += admitted,
                Err(reason) => {
                    wrong += 1;
                    println!("input {number}: nothing is said, but {reason}");
                    println!("  old {}\n  new {}", pair.values[0], pair.values[1]);
                }
            }
        }
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
    let mut new = old.clone();
    for _ in 0..=rng.below(2) {
        mutate(&mut new, seeds, &mut rng);
    }
    if old == new {
        return None;
    }
    let crd = |value: &Value| {
        let crd = decode_for(&node(value), server).crd?;
        validate::create(&crd, server).accepted().then_some(crd)
    };
    let crds = [crd(&old)?, crd(&new)?];
    (crds[0].metadata.name == crds[1].metadata.name).then_some(MutatedPair {
        values: [old, new],
        crds,
    })
}

/// Why the server does not confirm a witness.
fn confirm(
    oracle: &Oracle,
    pair: &MutatedPair,
    finding: &CompatFinding,
    witness: &Witness,
) -> io::Result<Option<String>> {
    let op = match witness.operation {
        WitnessOperation::Create => "create",
        WitnessOperation::Update => "update",
        WitnessOperation::UpdateStatus => "status",
    };
    for crd in &pair.values {
        let objects = json!([{"op": op, "object": witness.object, "old": witness.old}]);
        let line = json!({"crd": crd, "version": finding.version, "objects": objects});
        oracle.send(line.to_string())?;
    }
    let [old, new]: [OracleAnswers; 2] = [oracle.receive()?, oracle.receive()?];
    if old.crd.is_some() || new.crd.is_some() {
        return Ok(None);
    }
    let (Some(before), Some(after)) = (old.answers.first(), new.answers.first()) else {
        return Ok(Some("the server did not answer".to_owned()));
    };
    let is_admitted = |answer: &ObjectAnswer| answer.errors.is_empty() && answer.decode.is_none();
    if !is_admitted(before) || !before.strict.is_empty() {
        return Ok(Some(format!(
            "the old CRD refuses it: {:?} {:?}",
            before.errors, before.strict
        )));
    }
    let is_broken = !is_admitted(after) || !after.strict.is_empty() || before.object != after.object;
    Ok((!is_broken).then(|| "the new CRD admits it".to_owned()))
}

/// How many random objects were tried that the old CRD admits; an error if the new one refuses one, or drops a part of it.
fn refused(pair: &MutatedPair, options: &CompatFuzzOptions, seed: u64) -> Result<u64, String> {
    let mut tried = 0;
    for version in pair.crds[0].versions() {
        let admission = |crd: &Crd| Admission::new(crd, &version.name, options.server).ok();
        let (Some(old), Some(new)) = (admission(&pair.crds[0]), admission(&pair.crds[1])) else {
            continue;
        };
        let mut values = Values::new(seed);
        let mut stored: Vec<Value> = Vec::new();
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
            members.insert(
                "apiVersion".to_owned(),
                old.options().api_version.to_string().into(),
            );
            members.insert("kind".to_owned(), old.options().kind.to_string().into());
            members.insert("metadata".to_owned(), json!({"name": "a"}));
            let before = old.admit(Request::create(&object));
            if !before.is_accepted() || !before.strict.is_empty() {
                continue;
            }
            tried += 1;
            let mut operations = vec![("create", Operation::Create)];
            operations.extend(stored.last().map(|old| ("update", Operation::Update { old })));
            for (word, operation) in operations {
                if !old.admit(Request::new(operation, &object)).is_accepted() {
                    continue;
                }
                let after = new.admit(Request::new(operation, &object));
                if let Some(error) = after.errors.first() {
                    return Err(format!("the {word} of {object} is refused: {error}"));
                }
                if let Some(dropped) = after.strict.first() {
                    return Err(format!("the {word} of {object} loses: {dropped}"));
                }
            }
            stored.push(object);
        }
    }
    Ok(tried)
}
