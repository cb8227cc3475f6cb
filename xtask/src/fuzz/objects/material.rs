//! Random CRDs and requests for their objects.

use std::io;

use crd_gen_tests::conformance::crd_of_case;
use crd_gen_tests::lines;
use crd_gen_tests::mutants::mutate::mutate;
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::request::as_clients_send;
use serde_json::{Value, json};

/// The material that CRDs and objects are generated from.
pub(super) struct Material {
    pub(super) seeds: Seeds,
    /// Recorded requests: CRD, object and old object.
    pub(super) recorded: Vec<(Value, Value, Value)>,
}

/// An object to admit, with the old object if it is an update.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) op: &'static str,
    pub(super) object: Value,
    pub(super) old: Option<Value>,
}

/// Returns the CRDs, objects and old objects of the recorded requests.
pub(super) fn recorded() -> io::Result<Vec<(Value, Value, Value)>> {
    let mut all = Vec::new();
    for line in lines("conformance/objects.jsonl").unwrap_or_default() {
        let mut case: Value = serde_json::from_str(&line)?;
        let crd = crd_of_case(&case);
        all.push((crd, case["object"].take(), case["old"].take()));
    }
    Ok(all)
}

/// Returns a CRD and, if it is a recorded one, an object and an old object.
pub(super) fn crd(number: u64, material: &Material) -> (Value, Option<(Value, Value)>) {
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

/// Generates a random request for an object of a CRD.
pub(super) fn case(crd: &Value, recorded: Option<&(Value, Value)>, seeds: &Seeds, rng: &mut Rng) -> Case {
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
    // A body that is not a JSON object has no kind: the server rejects it before it looks for the resource.
    if !object.is_object() {
        object = json!({});
    }
    as_clients_send(&mut object);
    if rng.below(5) < 2 {
        return Case {
            op: "create",
            object,
            old: None,
        };
    }
    // Only a few changes, so that most errors are in the old object too.
    let mut old = object.clone();
    for _ in 0..rng.below(4) {
        disturb(&mut old, seeds, rng);
    }
    if !old.is_object() {
        old = json!({});
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
        // A stored object was decoded before, so its metadata is an object.
        if !stored.get("metadata").is_none_or(Value::is_object) {
            stored.insert(String::from("metadata"), json!({ "name": "a" }));
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
    let mut object = seeds.corners.fitting(schema, rng);
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
pub(in crate::fuzz) fn disturb(place: &mut Value, seeds: &Seeds, rng: &mut Rng) {
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
