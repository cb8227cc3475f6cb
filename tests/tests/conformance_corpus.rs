//! The verdicts on the CRDs of the corpus, which real projects ship, are the server's.

use std::collections::BTreeMap;

use crd_core::{KubeVersion, validate, yaml};
use crd_gen_tests::conformance::{Counts, Recorded, count, differences};
use crd_gen_tests::{lines, shared};
use serde_json::Value;

#[test]
fn corpus_verdicts() {
    let (Some(lines), Some(root)) = (lines("corpus/verdicts.jsonl"), shared("")) else {
        return;
    };
    let mut by_file: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line).expect("a case");
        let file = case["file"].as_str().expect("a file").to_owned();
        by_file.entry(file).or_default().push(case);
    }
    let mut counts = Counts::new();
    let mut wrong = Vec::new();
    for (file, cases) in &by_file {
        let source = std::fs::read(root.join(file)).expect("a readable file");
        let read = yaml::read(&source, yaml::Options::default());
        let mut documents: Vec<_> = read.documents.iter().collect();
        for case in cases {
            let recorded: Recorded = serde_json::from_value(case.clone()).expect("a verdict");
            // The recording numbers empty documents too, so documents are identified by their names.
            let name = |document: &&yaml::Document| {
                let metadata = document.root.get("metadata");
                metadata.and_then(|metadata| metadata.get("name")?.as_str()) == case["name"].as_str()
            };
            let Some(index) = documents.iter().position(name) else {
                wrong.push(format!("{file}: no document {}; {:?}", case["name"], read.errors));
                continue;
            };
            let document = documents.remove(index);
            let decoded = crd_core::crd::decode(&document.root);
            let verdict = decoded
                .crd
                .as_ref()
                .map(|crd| validate::create(crd, KubeVersion::DEFAULT));
            if let Some(verdict) = &verdict {
                count(verdict, &mut counts);
            }
            for difference in differences(&recorded, &decoded, verdict.as_ref()) {
                wrong.push(format!("{file} {}: {difference}", case["name"]));
            }
        }
    }
    println!("{} documents; errors by rule: {counts:?}", lines.len());
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
