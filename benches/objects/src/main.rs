//! Admits every recorded object many times and prints how many there are, the seconds of one round (the best of several),
//! and the seconds that all judges took to be built.

use std::error::Error;
use std::time::Instant;
use std::{env, fs};

use crd_core::objects::{Admission, Operation};
use crd_core::{KubeVersion, decode, yaml};
use serde_json::{Value, json};

const ROUNDS: usize = 5;

struct Case {
    admission: Admission,
    op: String,
    object: String,
    old: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args()
        .nth(1)
        .ok_or("usage: objects OBJECTS.JSONL [ROUNDS]")?;
    let mut cases = Vec::new();
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
        let read = yaml::read(crd.to_string().as_bytes(), yaml::Options::default());
        let root = &read.documents.first().ok_or("no document")?.root;
        let crd = decode::decode(root).crd.ok_or("no CRD")?;
        let start = Instant::now();
        let admission = Admission::new(&crd, "v1", KubeVersion::DEFAULT)?;
        built += start.elapsed().as_secs_f64();
        cases.push(Case {
            admission,
            op: case["op"].as_str().unwrap_or_default().to_owned(),
            object: case["object"].to_string(),
            old: case["old"].to_string(),
        });
    }
    let mut best = f64::MAX;
    let mut refused = 0;
    let rounds = env::args().nth(2).map_or(Ok(ROUNDS), |rounds| rounds.parse())?;
    for _ in 0..rounds {
        refused = 0;
        let start = Instant::now();
        for case in &cases {
            let object: Value = serde_json::from_str(&case.object)?;
            let old: Value = serde_json::from_str(&case.old)?;
            let operation = match case.op.as_str() {
                "create" => Operation::Create,
                "status" => Operation::UpdateStatus { old: &old },
                _ => Operation::Update { old: &old },
            };
            let admitted = case.admission.admit_owned(operation, object);
            refused += usize::from(!admitted.is_accepted());
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{} {best} {built} {refused}", cases.len());
    Ok(())
}
