//! The verdicts on the CRDs of the corpus, which real projects ship, equal the server's.

use std::collections::BTreeMap;

use crd_core::check::{self, DocumentContent, Options};
use crd_gen_tests::conformance::{Counts, Recorded, count, differences, same_decode};
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
        let report = check::bytes(&source, &Options::default());
        let mut crds: Vec<_> = report.crds().collect();
        for case in cases {
            let recorded: Recorded = serde_json::from_value(case.clone()).expect("a verdict");
            // Only the recording counts empty documents, so a document is identified by its name.
            let Some(index) = crds
                .iter()
                .position(|crd| crd.name.as_deref() == case["name"].as_str())
            else {
                if !is_without_kind(&report, &recorded) {
                    wrong.push(format!("{file}: no document {}", case["name"]));
                }
                continue;
            };
            let crd = crds.remove(index);
            count(crd, &mut counts);
            for difference in differences(&recorded, crd) {
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

/// Whether the recorded document has no kind, and the report has such a document with the server's response.
fn is_without_kind(report: &check::CheckReport, recorded: &Recorded) -> bool {
    let Some(expected) = &recorded.decode else {
        return false;
    };
    report.documents.iter().any(|document| match &document.content {
        DocumentContent::Other(other) => {
            let decode_error = other.decode_error.as_deref();
            decode_error.is_some_and(|ours| same_decode(expected, ours))
        }
        _ => false,
    })
}
