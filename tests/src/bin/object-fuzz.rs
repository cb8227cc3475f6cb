//! Compares what becomes of custom resources, CEL rules aside: pruning, defaulting and validation.
//!
//! ```text
//! object-fuzz [COUNT [FIRST]]
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::{env, io};

use crd_core::crd::decode;
use crd_core::field::Path;
use crd_core::instance::{AdmitOptions, Scope, admit};
use crd_core::{KubeVersion, Structural};
use crd_gen_tests::fuzz::mutate::mutate;
use crd_gen_tests::fuzz::oracle::Oracle;
use crd_gen_tests::fuzz::ours::{cause, node};
use crd_gen_tests::fuzz::request::as_clients_send;
use crd_gen_tests::fuzz::reshape::strip_rules;
use crd_gen_tests::fuzz::rng::Rng;
use crd_gen_tests::fuzz::seeds::Seeds;
use crd_gen_tests::fuzz::verdict::{Cause, Difference, Verdict};
use crd_gen_tests::shared;
use serde::Deserialize;
use serde_json::{Value, json};

/// How many CRDs are under way at once.
const BATCH: u64 = 256;
/// How many objects are made for each CRD.
const OBJECTS: usize = 4;

#[derive(Clone)]
struct Case {
    crd: Value,
    object: Value,
    old: Option<Value>,
}

/// The answer of either side.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    #[serde(default)]
    defaulted: Value,
    #[serde(default, rename = "prunedPaths")]
    pruned: Vec<String>,
    errors: Vec<Cause>,
    decode: Option<String>,
    crd: Option<String>,
    panic: Option<String>,
}

fn main() -> ExitCode {
    let mut numbers = env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().unwrap_or(0));
    let count = numbers.next().unwrap_or(20_000);
    match run(count, numbers.next().unwrap_or(1)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("object-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(count: u64, first: u64) -> io::Result<usize> {
    let nothing = || io::Error::other("there is nothing to mutate");
    let seeds = Seeds::load(&shared("").ok_or_else(nothing)?)?;
    let create = Oracle::start("create")?;
    let oracle = Oracle::start("object")?;
    let (mut objects, mut refused) = (0_u64, 0_u64);
    let mut found: BTreeMap<String, (u64, Case, Difference)> = BTreeMap::new();
    let end = first.saturating_add(count);
    let mut next = first;
    while next < end {
        let batch = next..end.min(next.saturating_add(BATCH));
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
            let theirs: Answer = oracle.receive()?;
            objects += 1;
            refused += u64::from(!theirs.errors.is_empty() || theirs.decode.is_some());
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
        "{objects} objects ({refused} refused), {} kinds of differences",
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

/// Changes a value somewhere in an object.
fn disturb(place: &mut Value, seeds: &Seeds, rng: &mut Rng) {
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

fn difference(case: &Case, theirs: &Answer) -> Option<Difference> {
    let ours = ours(case);
    let verdict = |answer: &Answer| Verdict {
        errors: answer.errors.clone(),
        decode: answer.decode.clone().or(answer.crd.clone()),
        panic: answer.panic.clone(),
        strict: answer.pruned.clone(),
        warnings: vec![answer.defaulted.to_string()],
    };
    Difference::between(&verdict(theirs), &verdict(&ours))
}

fn ours(case: &Case) -> Answer {
    let Some(crd) = decode(&node(&case.crd)).crd else {
        return Answer::default();
    };
    let versions = crd.spec.versions.as_deref().unwrap_or_default();
    let Some(version) = versions.iter().find(|version| version.storage) else {
        return Answer::default();
    };
    let schema = version
        .schema
        .as_ref()
        .and_then(|validation| validation.open_api_v3_schema.as_ref());
    let structural =
        schema.map(|schema| Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT));
    let Some(Ok(structural)) = structural else {
        return Answer {
            crd: Some(format!("{structural:?}")),
            ..Answer::default()
        };
    };
    let subresources = version.subresources.as_ref();
    let admitted = admit(
        &structural,
        &case.object,
        case.old.as_ref(),
        AdmitOptions {
            version: KubeVersion::DEFAULT,
            api_version: &format!("{}/{}", crd.spec.group, version.name),
            kind: &crd.spec.names.kind,
            scope: if &*crd.spec.scope == "Namespaced" {
                Scope::Namespaced
            } else {
                Scope::Cluster
            },
            status_subresource: subresources.is_some_and(|subresources| subresources.status),
            scale: subresources.and_then(|subresources| subresources.scale.as_ref()),
        },
    );
    let read = admitted.unread.is_none();
    Answer {
        defaulted: if read { admitted.object } else { Value::Null },
        pruned: admitted.pruned,
        errors: admitted.errors.iter().map(cause).collect(),
        decode: admitted.unread,
        crd: None,
        panic: None,
    }
}
