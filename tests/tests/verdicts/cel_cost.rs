//! The cost estimates, cardinalities and errors of CEL rules equal those recorded from the server.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::collections::BTreeMap;

use crd_core::cel::{RuleReport, report};
use crd_core::yaml::{self, Options};
use crd_core::{Crd, JsonSchemaProps, KubeVersion, decode};
use crd_gen_tests::{lines, schema_of, shared};
use serde_json::Value;

/// Masks the random part of the name of the type of `self`.
fn masked(text: &str) -> String {
    let mut parts = text.split("selfType");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("selfType#");
        out.push_str(part.trim_start_matches(|char: char| char.is_ascii_digit()));
    }
    out
}

fn decode(source: &[u8], document: usize) -> Option<Crd> {
    let read = yaml::read(source, Options::default());
    decode::decode(&read.documents.get(document)?.root).crd
}

fn schema_in(crd: &Crd, version: &str) -> JsonSchemaProps {
    crd.version(version).unwrap().openapi_schema().unwrap().clone()
}

/// Describes how a report differs from a recorded line; empty if they are equal.
fn differences(found: &RuleReport, recorded: &Value) -> String {
    let error = masked(&found.error.as_ref().map(ToString::to_string).unwrap_or_default());
    let recorded_error = masked(recorded["error"].as_str().unwrap_or_default());
    let mut out = String::new();
    if error != recorded_error {
        out.push_str(&format!("\n  error {error:?}\n  server {recorded_error:?}"));
        return out;
    }
    if !error.is_empty() {
        return out;
    }
    let cost = found.cost.as_ref().map_or(0, |cost| cost.max);
    if Some(cost) != recorded["maxCost"].as_u64() {
        out.push_str(&format!("\n  cost {cost}, server {}", recorded["maxCost"]));
    }
    if Some(found.occurrences_in_request) != recorded["maxCardinality"].as_u64() {
        out.push_str(&format!(
            "\n  cardinality {}, server {}",
            found.occurrences_in_request, recorded["maxCardinality"]
        ));
    }
    out
}

#[test]
fn costs_of_the_servers_own_tests() {
    let Some(lines) = lines("conformance/cel-cost.jsonl") else {
        return;
    };
    let mut different = Vec::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line).unwrap();
        let reports = report(&schema_of(&case["schema"]), KubeVersion::DEFAULT);
        let rule = &case["schema"]["x-kubernetes-validations"][0]["rule"];
        let found = reports
            .iter()
            .find(|report| report.index == 0)
            .map(|report| differences(report, &case));
        let found = found.unwrap_or_else(|| "\n  no report".to_owned());
        if !found.is_empty() {
            different.push(format!("{} {rule}{found}", case["id"]));
        }
    }
    println!("{} rules", lines.len());
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}

#[test]
fn costs_of_the_corpus() {
    let Some(lines) = lines("conformance/cel-cost-corpus.jsonl") else {
        return;
    };
    let mut by_file: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line).unwrap();
        by_file
            .entry(case["file"].as_str().unwrap().to_owned())
            .or_default()
            .push(case);
    }
    let mut different = Vec::new();
    for (file, cases) in &by_file {
        let source = std::fs::read(shared(file).unwrap()).unwrap();
        let mut reports: BTreeMap<(u64, String), Vec<RuleReport>> = BTreeMap::new();
        for case in cases {
            let document = case["doc"].as_u64().unwrap();
            let version = case["version"].as_str().unwrap();
            let reports = reports.entry((document, version.to_owned())).or_insert_with(|| {
                let crd = decode(&source, usize::try_from(document).unwrap()).unwrap();
                report(&schema_in(&crd, version), KubeVersion::DEFAULT)
            });
            let path = format!("openAPIV3Schema{}", case["path"].as_str().unwrap());
            let rule = case["rule"].as_str().unwrap();
            let found: Vec<String> = reports
                .iter()
                .filter(|report| report.path.to_string() == path && *report.rule == *rule)
                .map(|report| differences(report, case))
                .collect();
            if !found.iter().any(String::is_empty) {
                let found = found.first().map_or("\n  no report", String::as_str);
                different.push(format!("{file} {path}\n  {rule}{found}"));
            }
        }
    }
    println!("{} rules in {} files", lines.len(), by_file.len());
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}
