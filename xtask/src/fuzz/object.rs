//! Compares pruning, defaulting and validation of custom resources; CEL rules are left out.

use std::collections::BTreeMap;
use std::io;

use clap::Args;
use crd_core::KubeVersion;
use crd_core::decode::decode;
use crd_core::objects::{Admission, Operation, Request};
use crd_gen_tests::mutants::mutate::mutate;
use crd_gen_tests::mutants::reshape::strip_rules;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::difference::Difference;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::{cause, node};
use crd_gen_tests::server_parity::request::as_clients_send;
use crd_gen_tests::server_parity::verdict::{Cause, Verdict};
use crd_gen_tests::shared;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;

/// The number of CRDs that are sent before the first answer is read.
const BATCH: u64 = 256;
/// The number of objects for each CRD.
const OBJECTS: usize = 4;

/// Admits random objects of mutated CRDs.
///
/// An input is a CRD; four objects are made for each that the server accepts.
#[derive(Debug, Args)]
pub(super) struct ObjectOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// An object to admit, with the old object if it is an update.
#[derive(Clone)]
struct Case {
    crd: Value,
    object: Value,
    old: Option<Value>,
}

/// The answer of the oracle or of this project.
#[derive(Debug, Default, Deserialize)]
struct ObjectAnswer {
    #[serde(default)]
    defaulted: Value,
    #[serde(default, rename = "prunedPaths")]
    pruned: Vec<String>,
    errors: Vec<Cause>,
    decode: Option<String>,
    crd: Option<String>,
    panic: Option<String>,
}

pub(super) fn run(options: &ObjectOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let seeds = Seeds::load(&shared("").ok_or_else(nothing)?)?;
    let create = Oracle::start("create")?;
    let oracle = Oracle::start("object")?;
    let (mut objects, mut rejected) = (0_u64, 0_u64);
    let mut found: BTreeMap<String, (u64, Case, Difference)> = BTreeMap::new();
    let mut next = options.numbers.first;
    while next < options.numbers.end() {
        let batch = next..options.numbers.end().min(next.saturating_add(BATCH));
        let crds: Vec<(u64, Value)> = batch.map(|number| (number, crd(number, &seeds))).collect();
        for (_, crd) in &crds {
            create.send(json!({ "crd": crd }).to_string())?;
        }
        let mut cases = Vec::new();
        for (number, crd) in crds {
            let verdict: Verdict = create.receive()?;
            if verdict == Verdict::default() {
                let mut rng = Rng::new(number ^ (1 << 40));
                cases.extend((0..OBJECTS).map(|_| case(&crd, &seeds, &mut rng)));
            }
        }
        for case in &cases {
            oracle.send(line(case))?;
        }
        for case in cases {
            let theirs: ObjectAnswer = oracle.receive()?;
            objects += 1;
            rejected += u64::from(!theirs.errors.is_empty() || theirs.decode.is_some());
            if let Some(difference) = difference(&case, &theirs) {
                found.entry(difference.class()).or_insert((0, case, difference)).0 += 1;
            }
        }
        next = next.saturating_add(BATCH);
    }
    for (times, case, difference) in found.values() {
        println!("{times} times {difference}  {}\n", line(case));
    }
    println!(
        "{objects} objects ({rejected} rejected), {} kinds of differences",
        found.len()
    );
    Ok(found.len())
}

fn line(case: &Case) -> String {
    let Case { crd, object, old } = case;
    json!({ "crd": crd, "object": object, "old": old }).to_string()
}

fn crd(number: u64, seeds: &Seeds) -> Value {
    let mut rng = Rng::new(number);
    let mut crd = rng.pick(&seeds.creates).cloned().unwrap_or_default();
    if rng.one_in(2) {
        mutate(&mut crd, seeds, &mut rng);
    }
    strip_rules(&mut crd);
    as_clients_send(&mut crd);
    crd
}

fn case(crd: &Value, seeds: &Seeds, rng: &mut Rng) -> Case {
    let object = object(crd, seeds, rng);
    let old = rng.one_in(3).then(|| {
        let mut old = object.clone();
        disturb(&mut old, seeds, rng);
        old
    });
    Case {
        crd: crd.clone(),
        object,
        old,
    }
}

fn storage(crd: &Value) -> Option<&Value> {
    let versions = crd.pointer("/spec/versions")?.as_array()?;
    versions.iter().find(|version| version["storage"] == true)
}

fn object(crd: &Value, seeds: &Seeds, rng: &mut Rng) -> Value {
    let version = storage(crd).cloned().unwrap_or_default();
    let schema = &version["schema"]["openAPIV3Schema"];
    let mut object = seeds.corners.fitting(schema, rng, 6);
    if !object.is_object() {
        object = json!({});
    }
    object["apiVersion"] = json!(format!(
        "{}/{}",
        crd["spec"]["group"].as_str().unwrap_or_default(),
        version["name"].as_str().unwrap_or_default()
    ));
    object["kind"] = crd["spec"]["names"]["kind"].clone();
    if !rng.one_in(8) {
        object["metadata"] = json!({ "name": "a" });
    }
    for _ in 0..rng.below(3) {
        disturb(&mut object, seeds, rng);
    }
    as_clients_send(&mut object);
    object
}

/// Makes one random change to a value.
pub(super) fn disturb(place: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    match place {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = rng.pick(&keys).cloned().unwrap_or_default();
            match rng.below(12) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(String::from("unknown"), seeds.corners.misfit(rng))),
                2 => drop(map.insert(key, seeds.corners.misfit(rng))),
                _ => disturb(map.entry(key).or_insert(Value::Null), seeds, rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = rng.below(items.len());
            match items.get(at).cloned() {
                Some(item) if rng.one_in(6) => items.push(item),
                _ => items
                    .iter_mut()
                    .skip(at)
                    .take(1)
                    .for_each(|item| disturb(item, seeds, rng)),
            }
        }
        scalar => *scalar = seeds.corners.misfit(rng),
    }
}

fn difference(case: &Case, theirs: &ObjectAnswer) -> Option<Difference> {
    let ours = ours(case);
    let verdict = |answer: &ObjectAnswer| Verdict {
        errors: answer.errors.clone(),
        decode: answer.decode.clone().or(answer.crd.clone()),
        panic: answer.panic.clone(),
        strict: answer.pruned.clone(),
        warnings: vec![answer.defaulted.to_string()],
    };
    Difference::between(&verdict(theirs), &verdict(&ours))
}

fn ours(case: &Case) -> ObjectAnswer {
    let Some(crd) = decode(&node(&case.crd)).crd else {
        return ObjectAnswer::default();
    };
    let versions = crd.spec.versions.as_deref().unwrap_or_default();
    let Some(version) = versions.iter().find(|version| version.storage) else {
        return ObjectAnswer::default();
    };
    let admission = match Admission::new(&crd, &version.name, KubeVersion::DEFAULT) {
        Ok(admission) => admission,
        Err(error) => {
            return ObjectAnswer {
                crd: Some(error.to_string()),
                ..ObjectAnswer::default()
            };
        }
    };
    let operation = match &case.old {
        Some(old) => Operation::Update { old },
        None => Operation::Create,
    };
    let admitted = admission.admit(Request::new(operation, &case.object));
    ObjectAnswer {
        defaulted: admitted.object,
        pruned: admitted.strict.into_iter().map(|finding| finding.text).collect(),
        errors: admitted.errors.iter().map(cause).collect(),
        decode: admitted.decode.map(|fault| fault.text),
        crd: None,
        panic: None,
    }
}
