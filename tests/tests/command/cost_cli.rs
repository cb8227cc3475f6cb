//! `crd-gen cost --format json` prints the recorded costs for the corpus.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::collections::BTreeMap;
use std::process::Command;

use crd_gen_tests::{lines, shared};
use serde_json::Value;

/// Returns the members of a recorded line that are compared.
fn recorded_members(line: &str) -> String {
    let line: Value = serde_json::from_str(line).unwrap();
    let members = [
        "file",
        "doc",
        "version",
        "path",
        "rule",
        "maxCost",
        "maxCardinality",
    ];
    members.map(|name| line[name].to_string()).join(" ")
}

#[test]
fn costs_of_the_corpus() {
    let Some(recorded) = lines("conformance/cel-cost-corpus.jsonl") else {
        return;
    };
    let corpus = shared("corpus").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crd-gen-under-test"))
        .args(["cost", "--format", "json", "corpus"])
        .current_dir(corpus.parent().unwrap())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        *found.entry(recorded_members(line)).or_default() += 1;
    }
    let mut missing = Vec::new();
    for line in &recorded {
        let members = recorded_members(line);
        match found.get_mut(&members).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => missing.push(members),
        }
    }
    println!("{} rules, {} lines", recorded.len(), text.lines().count());
    // One rule of the corpus exceeds the budget.
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        missing.is_empty(),
        "{} differ:\n{}",
        missing.len(),
        missing.join("\n")
    );
}
