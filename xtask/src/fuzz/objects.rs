//! Compares the admission of custom resources: decoding, pruning, defaults, metadata, schema, list types, rules,
//! ratcheting and warnings.

use std::collections::BTreeMap;
use std::io;

use clap::{Args, ValueEnum};
use crd_core::KubeVersion;
use crd_core::decode::decode;
use crd_core::objects::{Admission, Operation, Request};
use crd_gen_tests::lines;
use crd_gen_tests::mutants::mutate::mutate;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::difference::{Difference, Level};
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::our_verdict::{cause, node};
use crd_gen_tests::server_parity::request::as_clients_send;
use crd_gen_tests::server_parity::verdict::{Cause, Verdict};
use crd_gen_tests::shared;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;

/// The number of CRDs that are sent before the first answer is read.
const BATCH: u64 = 64;

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
    /// The least important differences that are reported.
    #[arg(long, value_enum, default_value_t = LevelOption::Notice)]
    level: LevelOption,
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

impl From<LevelOption> for Level {
    fn from(option: LevelOption) -> Level {
        match option {
            LevelOption::Field => Level::Field,
            LevelOption::Text => Level::Text,
            LevelOption::Notice => Level::Notice,
        }
    }
}

/// What the oracle's texts say that varies from run to run or that nobody follows, with the reasons.
const VARYING: &[(&str, &str)] = &[
    (
        "json: cannot unmarshal",
        "the first of several mistakes in Go's random map order",
    ),
    ("no kind is registered", "the harness's own error"),
];

/// An object to admit, with the old object if it is an update.
#[derive(Clone, Debug)]
struct Case {
    op: &'static str,
    object: Value,
    old: Option<Value>,
}

/// The answer of the oracle.
#[derive(Debug, Deserialize)]
struct Answers {
    crd: Option<String>,
    #[serde(default)]
    answers: Vec<Answer>,
}

/// The answer of the oracle or of this project to one object.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default)]
    object: Value,
    #[serde(default)]
    strict: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    errors: Vec<Cause>,
    decode: Option<String>,
    panic: Option<String>,
}

/// What has been counted.
#[derive(Debug, Default)]
struct Counts {
    objects: u64,
    updates: u64,
    rejected: u64,
    by_rules: u64,
    warned: u64,
}

/// Where CRDs and objects are made from.
struct Material {
    seeds: Seeds,
    /// Recorded requests: CRD, object and old object.
    recorded: Vec<(Value, Value, Value)>,
}

pub(super) fn run(options: &ObjectsOptions) -> io::Result<usize> {
    let nothing = || io::Error::other("the recorded CRDs are missing");
    let material = Material {
        seeds: Seeds::load(&shared("").ok_or_else(nothing)?)?,
        recorded: recorded()?,
    };
    let create = Oracle::of_server(options.server, "create")?;
    let oracle = Oracle::of_server(options.server, "objects")?;
    let mut counts = Counts::default();
    let mut found: BTreeMap<String, (u64, String, Difference)> = BTreeMap::new();
    let mut next = options.numbers.first;
    while next < options.numbers.end() {
        let batch = next..options.numbers.end().min(next.saturating_add(BATCH));
        #[expect(clippy::type_complexity, reason = "a number, a CRD and objects")]
        let inputs: Vec<(u64, Value, Option<(Value, Value)>)> = batch
            .map(|number| {
                let (crd, objects) = crd(number, &material);
                (number, crd, objects)
            })
            .collect();
        for (_, crd, _) in &inputs {
            create.send(json!({ "crd": crd }).to_string())?;
        }
        let mut asked = Vec::new();
        for (number, crd, objects) in inputs {
            let verdict: Verdict = create.receive()?;
            // A recorded schema may be one that the server no longer takes; its objects are judged all the same.
            if verdict.decode.is_some() || verdict.panic.is_some() || !verdict.errors.is_empty() {
                continue;
            }
            let mut rng = Rng::new(number ^ (1 << 40));
            let cases: Vec<Case> = (0..options.objects)
                .map(|_| case(&crd, objects.as_ref(), &material.seeds, &mut rng))
                .collect();
            oracle.send(line(&crd, &cases))?;
            asked.push((number, crd, cases));
        }
        for (number, crd, cases) in asked {
            let theirs: Answers = oracle.receive()?;
            if theirs.crd.is_some() {
                continue;
            }
            let Some(admission) = admission(&crd, options.server) else {
                println!("input {number}: the CRD cannot be used here");
                continue;
            };
            for (case, theirs) in cases.iter().zip(theirs.answers) {
                let ours = ours(&admission, case);
                count(&mut counts, case, &theirs);
                if let Some(difference) = difference(theirs, ours, options.level.into()) {
                    let shown = line(&crd, std::slice::from_ref(case));
                    found
                        .entry(difference.class())
                        .or_insert((0, format!("input {number}\n  {shown}"), difference))
                        .0 += 1;
                }
            }
        }
        next = next.saturating_add(BATCH);
    }
    for (times, shown, difference) in found.values() {
        println!("{times} times {difference}  {shown}\n");
    }
    println!("{counts:?}, {} kinds of differences", found.len());
    Ok(found.len())
}

fn count(counts: &mut Counts, case: &Case, theirs: &Answer) {
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

/// The CRDs, objects and old objects of the recorded requests.
fn recorded() -> io::Result<Vec<(Value, Value, Value)>> {
    let mut all = Vec::new();
    for line in lines("conformance/objects.jsonl").unwrap_or_default() {
        let mut case: Value = serde_json::from_str(&line)?;
        let mut version = json!({
            "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": case["schema"].take()},
        });
        if let Some(subresources) = case.get("subresources") {
            version["subresources"] = subresources.clone();
        }
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "things.g.example.com"},
            "spec": {
                "group": "g.example.com",
                "scope": "Namespaced",
                "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
                "versions": [version],
            },
        });
        all.push((crd, case["object"].take(), case["old"].take()));
    }
    Ok(all)
}

/// A CRD and, where it is a recorded one, an object and an old object.
fn crd(number: u64, material: &Material) -> (Value, Option<(Value, Value)>) {
    let mut rng = Rng::new(number);
    let (mut crd, objects) = if rng.one_in(2) {
        let recorded = rng.pick(&material.recorded).cloned().unwrap_or_default();
        (recorded.0, Some((recorded.1, recorded.2)))
    } else {
        (
            rng.pick(&material.seeds.creates).cloned().unwrap_or_default(),
            None,
        )
    };
    if rng.one_in(2) {
        mutate(&mut crd, &material.seeds, &mut rng);
    }
    as_clients_send(&mut crd);
    (crd, objects)
}

fn case(crd: &Value, recorded: Option<&(Value, Value)>, seeds: &Seeds, rng: &mut Rng) -> Case {
    let mut object = match recorded {
        Some((object, old)) if rng.one_in(2) => {
            let from = if old.is_object() && rng.one_in(2) {
                old
            } else {
                object
            };
            let mut object = from.clone();
            for _ in 0..rng.below(4) {
                disturb(&mut object, seeds, rng);
            }
            object
        }
        _ => random_object(crd, seeds, rng),
    };
    as_clients_send(&mut object);
    if rng.below(5) < 2 {
        return Case {
            op: "create",
            object,
            old: None,
        };
    }
    // Few changes, so that much of what is wrong stays as it was.
    let mut old = object.clone();
    for _ in 0..rng.below(4) {
        disturb(&mut old, seeds, rng);
    }
    as_clients_send(&mut old);
    if let (Value::Object(stored), Value::Object(sent)) = (&mut old, &object) {
        let kept: &[&str] = if rng.one_in(2) {
            &["apiVersion", "kind", "metadata"]
        } else {
            &["apiVersion", "kind"]
        };
        for key in kept {
            if let Some(value) = sent.get(*key) {
                stored.insert((*key).to_owned(), value.clone());
            }
        }
    }
    let has_status = storage(crd).is_some_and(|version| version["subresources"].get("status").is_some());
    Case {
        op: if has_status && rng.one_in(3) {
            "status"
        } else {
            "update"
        },
        object,
        old: Some(old),
    }
}

fn storage(crd: &Value) -> Option<&Value> {
    let versions = crd.pointer("/spec/versions")?.as_array()?;
    versions.iter().find(|version| version["storage"] == true)
}

fn random_object(crd: &Value, seeds: &Seeds, rng: &mut Rng) -> Value {
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
    if !rng.one_in(16) {
        object["metadata"] = json!({ "name": "a" });
    }
    for _ in 0..rng.below(3) {
        disturb(&mut object, seeds, rng);
    }
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
                _ if rng.one_in(8) => drop(items.remove(at)),
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

fn admission(crd: &Value, server: KubeVersion) -> Option<Admission> {
    let crd = decode(&node(crd)).crd?;
    let versions = crd.spec.versions.as_deref().unwrap_or_default();
    let version = versions.iter().find(|version| version.storage)?;
    Admission::new(&crd, &version.name, server).ok()
}

fn ours(admission: &Admission, case: &Case) -> Answer {
    let operation = match (&case.old, case.op) {
        (Some(old), "status") => Operation::UpdateStatus { old },
        (Some(old), _) => Operation::Update { old },
        (None, _) => Operation::Create,
    };
    let admitted = admission.admit(Request::new(operation, &case.object));
    Answer {
        object: admitted.object,
        strict: admitted.strict.into_iter().map(|finding| finding.text).collect(),
        warnings: admitted.warnings.iter().map(ToString::to_string).collect(),
        errors: admitted.errors.iter().map(cause).collect(),
        decode: admitted.decode.map(|fault| fault.text),
        panic: None,
    }
}

fn difference(theirs: Answer, ours: Answer, level: Level) -> Option<Difference> {
    let varies = |text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        VARYING.iter().any(|(part, _)| text.contains(part))
    };
    if varies(&theirs.decode) && ours.decode.is_some() {
        return None;
    }
    let is_of_old = |answer: &Answer| {
        answer
            .decode
            .as_deref()
            .is_some_and(|text| text.starts_with("old: "))
    };
    if is_of_old(&theirs) && is_of_old(&ours) {
        return None;
    }
    let verdict = |answer: Answer| {
        let mut warnings = answer.warnings;
        if answer.decode.is_none() {
            warnings.push(format!("object {}", stored(answer.object)));
        }
        Verdict {
            errors: answer.errors,
            decode: answer.decode,
            panic: answer.panic,
            strict: answer.strict,
            warnings,
        }
    };
    Difference::between(&verdict(theirs), &verdict(ours)).filter(|difference| difference.level <= level)
}

/// The object without what the server fills in, with numbers as Go writes them.
fn stored(object: Value) -> Value {
    let mut object = plain(object);
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for key in ["uid", "creationTimestamp", "resourceVersion", "managedFields"] {
            metadata.remove(key);
        }
    }
    object
}

fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) if number.as_i64().is_none() => {
            let float = number.as_f64().unwrap_or_default();
            json!(float.to_string())
        }
        Value::Number(number) => {
            #[expect(clippy::cast_precision_loss, reason = "both sides are compared as floats")]
            let float = number.as_i64().unwrap_or_default() as f64;
            json!(float.to_string())
        }
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, plain(value)))
            .collect(),
        other => other,
    }
}
