//! Admits every recorded object and prints the number of admissions in a round, the seconds of one round (the best of several),
//! the seconds for building an `Admission`, and the number of rejected objects. There is one `Admission` for each schema.
//!
//! `REPEATS` is the number of times that a round admits an object before the next one, 1 by default. With 1, most admissions
//! start with a schema that is not in the processor's first-level caches.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::time::Instant;
use std::{env, fs, iter};

use crd_core::objects::{Admission, Operation};
use crd_core::{KubeVersion, decode, yaml};
use serde_json::{Value, json};

const ROUNDS: usize = 5;

struct Case {
    judge: usize,
    op: String,
    object: String,
    old: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args()
        .nth(1)
        .ok_or("usage: objects OBJECTS.JSONL [REPEATS]")?;
    let mut cases = Vec::new();
    let mut judges = Vec::new();
    let mut judge_of_schema = HashMap::new();
    let mut built = 0.0;
    for line in fs::read_to_string(path)?.lines() {
        let case: Value = serde_json::from_str(line)?;
        if case.get("crd").is_some() || case.get("raw").is_some() || case.get("scope").is_some() {
            continue;
        }
        let mut version = json!({
            "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": case["schema"]},
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
                "names": {"plural": "things", "kind": "Thing"},
                "versions": [version],
            },
        });
        let crd = crd.to_string();
        let judge = match judge_of_schema.entry(crd) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let read = yaml::read(new.key().as_bytes(), yaml::Options::default());
                let root = &read.documents.first().ok_or("no document")?.root;
                let crd = decode::decode(root).crd.ok_or("no CRD")?;
                let start = Instant::now();
                judges.push(Admission::new(&crd, "v1", KubeVersion::DEFAULT)?);
                built += start.elapsed().as_secs_f64();
                *new.insert(judges.len() - 1)
            }
        };
        cases.push(Case {
            judge,
            op: case["op"].as_str().unwrap_or_default().to_owned(),
            object: case["object"].to_string(),
            old: case["old"].to_string(),
        });
    }
    let mut best = f64::MAX;
    let mut refused = 0;
    let repeats: usize = env::args().nth(2).map_or(Ok(1), |repeats| repeats.parse())?;
    for _ in 0..ROUNDS {
        refused = 0;
        let start = Instant::now();
        for case in cases.iter().flat_map(|case| iter::repeat_n(case, repeats)) {
            let object: Value = serde_json::from_str(&case.object)?;
            let old: Value = serde_json::from_str(&case.old)?;
            let operation = match case.op.as_str() {
                "create" => Operation::Create,
                "status" => Operation::UpdateStatus { old: &old },
                _ => Operation::Update { old: &old },
            };
            let admitted = judges[case.judge].admit_owned(operation, object);
            refused += usize::from(!admitted.is_accepted());
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{} {best} {} {refused}",
        cases.len() * repeats,
        built / judges.len() as f64
    );
    Ok(())
}
