//! Compares the admission of custom resources: decoding, pruning, defaults, metadata, schema, list types, rules,
//! ratcheting and warnings.

mod material;
mod ratcheting;

use std::collections::BTreeMap;
use std::io;

use clap::{Args, ValueEnum};
use crd_core::KubeVersion;
use crd_core::decode::{DecodeError, decode_for};
use crd_core::objects::{Admission, Operation, Request};
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::difference::{Difference, DifferenceLevel};
use crd_gen_tests::server_parity::object_answer::ObjectAnswer;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::node;
use crd_gen_tests::server_parity::verdict::{Cause, Verdict};
use crd_gen_tests::shared;
use serde::Deserialize;
use serde_json::{Value, json};

use self::material::{Case, Material, case, crd, recorded};
use super::Numbers;

pub(super) use self::material::disturb;

/// The number of CRDs that are sent before the first response is read.
const BATCH: u64 = 64;
/// The number of retries if the results differ.
const AGAIN: usize = 32;

/// Admits random objects of mutated CRDs: creates, updates and updates of the status.
///
/// An input is a CRD; many objects are made for each that the server accepts.
#[derive(Debug, Args)]
pub(super) struct ObjectsOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The number of objects for each CRD.
    #[arg(long, value_name = "N", default_value_t = 16)]
    objects: usize,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// What CRDs and objects are made from.
    #[arg(long, value_enum, default_value_t = Inputs::Recorded)]
    inputs: Inputs,
    /// The least important differences that are reported.
    #[arg(long, value_enum, default_value_t = LevelOption::Notice)]
    level: LevelOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Inputs {
    /// Mutants of recorded CRDs, and random objects of them.
    Recorded,
    /// Small schemas with many rules, and small updates of objects that violate them.
    Ratcheting,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelOption {
    /// Types and fields of errors.
    Field,
    /// Also texts of errors.
    Text,
    /// Also warnings, strict findings and the object.
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

/// Rules of the recorded requests whose verdicts this project does not reproduce, with the reasons.
const KNOWN_RULES: &[(&str, &str)] = &[
    ("!((self.l + [9]) == (self.l + [8]))", SHARED_MEMORY),
    ("(self.ls + [\"c\"]) == (self.ls + [\"d\"])", SHARED_MEMORY),
];

/// The second of two appends to a list of the object overwrites the elements that the first one appended.
const SHARED_MEMORY: &str = "memory that two appends share on the server until 1.36";

/// The start of the error of an `enum` at the root until 1.33. The whole object follows, with a time and a uid that the server
/// generates (docs/known-differences.md).
const WHOLE_OBJECT: &str = "Unsupported value: map[string]interface {}{";

/// The response of the oracle.
#[derive(Debug, Deserialize)]
struct ObjectAnswers {
    crd: Option<String>,
    #[serde(default)]
    answers: Vec<ObjectAnswer>,
}

/// Counts of requests.
#[derive(Debug, Default)]
struct RequestCounts {
    objects: u64,
    updates: u64,
    rejected: u64,
    by_rules: u64,
    warned: u64,
    /// Requests whose result varies from run to run, and equals ours in one of them.
    varying: u64,
    /// Requests whose results differ for a listed reason.
    excused: u64,
}

pub(super) fn run(options: &ObjectsOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let material = Material {
        seeds: Seeds::load(&shared("").ok_or_else(nothing)?)?,
        recorded: recorded()?,
    };
    let create = Oracle::of_server(options.server, "create")?;
    let oracle = Oracle::of_server(options.server, "objects")?;
    let mut counts = RequestCounts::default();
    let mut found: BTreeMap<String, (u64, String, Difference)> = BTreeMap::new();
    let mut unusable = 0;
    let level = DifferenceLevel::from(options.level);
    let mut next = options.numbers.first;
    while next < options.numbers.end() {
        let batch = next..options.numbers.end().min(next.saturating_add(BATCH));
        #[expect(clippy::type_complexity, reason = "a number, a CRD and objects")]
        let inputs: Vec<(u64, Value, Option<(Value, Value)>)> = batch
            .map(|number| {
                let (crd, objects) = match options.inputs {
                    Inputs::Recorded => crd(number, &material),
                    Inputs::Ratcheting => (ratcheting::crd(number), None),
                };
                (number, crd, objects)
            })
            .collect();
        for (_, crd, _) in &inputs {
            create.send(json!({ "crd": crd }).to_string())?;
        }
        let mut asked = Vec::new();
        for (number, crd, objects) in inputs {
            let verdict: Verdict = create.receive()?;
            // The server may no longer accept a recorded schema; its objects are validated nevertheless.
            if verdict.decode.is_some() || verdict.panic.is_some() || !verdict.errors.is_empty() {
                continue;
            }
            let mut rng = Rng::new(number ^ (1 << 40));
            let cases: Vec<Case> = (0..options.objects)
                .map(|_| match options.inputs {
                    Inputs::Recorded => case(&crd, objects.as_ref(), &material.seeds, &mut rng),
                    Inputs::Ratcheting => ratcheting::case(&crd, &mut rng),
                })
                .collect();
            oracle.send(line(&crd, &cases))?;
            asked.push((number, crd, cases));
        }
        let mut differing = Vec::new();
        for (number, crd, cases) in asked {
            let theirs: ObjectAnswers = oracle.receive()?;
            if theirs.crd.is_some() {
                continue;
            }
            let admission = match admission(&crd, options.server) {
                Ok(admission) => admission,
                Err(reason) => {
                    println!("input {number}: the CRD cannot be used here: {reason}\n  {crd}");
                    unusable += 1;
                    continue;
                }
            };
            for (case, theirs) in cases.into_iter().zip(theirs.answers) {
                let ours = ours(&admission, &case);
                count(&mut counts, &case, &theirs);
                let difference = theirs.clone().difference(ours.clone());
                let Some(difference) = difference.filter(|found| found.level <= level) else {
                    continue;
                };
                let shown = line(&crd, std::slice::from_ref(&case));
                oracle.send(line(&crd, &vec![case; AGAIN]))?;
                let shown = format!("input {number}\n  {shown}");
                differing.push((shown, theirs, ours, difference));
            }
        }
        for (shown, theirs, ours, difference) in differing {
            // Go iterates over maps in random order: a result that the server also returns is not a difference.
            let again: ObjectAnswers = oracle.receive()?;
            let mut again = again.answers.into_iter();
            if again.any(|theirs| theirs.difference(ours.clone()).is_none()) {
                counts.varying += 1;
                continue;
            }
            if is_excused(&theirs, &ours) {
                counts.excused += 1;
                continue;
            }
            found
                .entry(difference.class())
                .or_insert((0, shown, difference))
                .0 += 1;
        }
        next = next.saturating_add(BATCH);
    }
    for (times, shown, difference) in found.values() {
        println!("{times} times {difference}  {shown}\n");
    }
    println!(
        "{counts:?}, {} kinds of differences, {unusable} CRDs that cannot be used",
        found.len()
    );
    Ok(found.len() + unusable)
}

fn count(counts: &mut RequestCounts, case: &Case, theirs: &ObjectAnswer) {
    counts.objects += 1;
    counts.updates += u64::from(case.old.is_some());
    counts.rejected += u64::from(!theirs.errors.is_empty() || theirs.decode.is_some());
    counts.warned += u64::from(!theirs.warnings.is_empty());
    let is_of_rule = |error: &Cause| error.detail.contains("rule");
    counts.by_rules += u64::from(theirs.errors.iter().any(is_of_rule));
}

fn line(crd: &Value, cases: &[Case]) -> String {
    let objects: Vec<Value> = cases
        .iter()
        .map(|case| json!({ "op": case.op, "object": case.object, "old": case.old }))
        .collect();
    json!({ "crd": crd, "objects": objects }).to_string()
}

fn admission(crd: &Value, server: KubeVersion) -> Result<Admission, String> {
    let decoded = decode_for(&node(crd), server);
    let first = |errors: Vec<_>| {
        errors
            .into_iter()
            .next()
            .map_or_else(String::new, |error: DecodeError| error.message)
    };
    let crd = decoded.crd.ok_or_else(|| first(decoded.errors))?;
    let version = crd.storage_version().ok_or("no version is stored")?;
    Admission::new(&crd, &version.name, server).map_err(|error| error.to_string())
}

fn ours(admission: &Admission, case: &Case) -> ObjectAnswer {
    let operation = match (&case.old, case.op) {
        (Some(old), "status") => Operation::UpdateStatus { old },
        (Some(old), _) => Operation::Update { old },
        (None, _) => Operation::Create,
    };
    let admitted = admission.admit(Request::new(operation, &case.object));
    ObjectAnswer {
        cost: None,
        ..ObjectAnswer::from(admitted)
    }
}

/// Whether a difference between results has a known reason.
fn is_excused(theirs: &ObjectAnswer, ours: &ObjectAnswer) -> bool {
    let (theirs, ours) = (without_known_rules(theirs), without_known_rules(ours));
    theirs.difference(ours).is_none()
}

/// Returns the response without the errors of the known rules, and without objects in texts.
fn without_known_rules(answer: &ObjectAnswer) -> ObjectAnswer {
    let is_other = |text: &str| !KNOWN_RULES.iter().any(|(rule, _)| text.contains(rule));
    let mut answer = answer.clone();
    answer.errors.retain(|error| is_other(&error.detail));
    for error in &mut answer.errors {
        if error.field == "<nil>"
            && error.detail.starts_with(WHOLE_OBJECT)
            && let Some(end) = error.detail.rfind("}: supported values: ")
        {
            error.detail.replace_range(WHOLE_OBJECT.len()..end, "");
        }
    }
    answer.warnings.retain(|warning| is_other(warning));
    answer
}
