//! The costs of calls of every function of the CEL library equal those of every server, 1.29 to 1.37.
//! `cargo run -p crd-gen-tests --bin cel-costs` records the fixture.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::collections::BTreeMap;
use std::path::Path;

use crd_core::cel::report;
use crd_core::schema::ValidationRule;
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use crd_gen_tests::library_costs::{BOUNDS, CostLine, SERVERS, changes, name, rules, schema};
use serde_json::json;

/// Returns the schema of a property with the rules on it.
fn with_rules(bound: Option<u64>, rules: &[String]) -> JsonSchemaProps {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {
            "type": "object", "properties": {"spec": schema(bound)},
        }}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents[0].root).crd.unwrap();
    let version = &crd.spec.versions.as_ref().unwrap()[0];
    let mut schema = version
        .schema
        .as_ref()
        .unwrap()
        .open_api_v3_schema
        .as_deref()
        .unwrap()
        .clone();
    let spec = schema
        .properties
        .as_mut()
        .and_then(|properties| properties.get_mut("spec"))
        .unwrap();
    let rule = |rule: &String| ValidationRule {
        rule: rule.as_str().into(),
        ..ValidationRule::default()
    };
    spec.x_validations = Some(rules.iter().map(rule).collect());
    schema
}

#[test]
fn every_function_at_three_bounds_on_every_server() {
    let rules = rules();
    let mut found: BTreeMap<(&str, String), Vec<(u8, i64)>> = BTreeMap::new();
    for bound in BOUNDS {
        let schema = with_rules(bound, &rules);
        for server in SERVERS {
            let version: KubeVersion = format!("1.{server}").parse().unwrap();
            let reports = report(&schema, version);
            assert_eq!(reports.len(), rules.len());
            for (rule, report) in rules.iter().zip(&reports) {
                let cost = match &report.cost {
                    Some(cost) => i64::try_from(cost.max).unwrap_or(-2),
                    None => -1,
                };
                found.entry((rule, name(bound))).or_default().push((server, cost));
            }
        }
    }
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/library-costs.jsonl");
    let mut different = Vec::new();
    let mut recorded = 0;
    for line in std::fs::read_to_string(fixture).unwrap().lines() {
        let line: CostLine = serde_json::from_str(line).unwrap();
        for (bound, costs) in line.costs {
            recorded += 1;
            let ours = found.get(&(line.rule.as_str(), bound.clone())).cloned();
            let ours = changes(ours.unwrap_or_default());
            if ours != costs {
                different.push(format!(
                    "{} at {bound}\n  ours   {ours:?}\n  server {costs:?}",
                    line.rule
                ));
            }
        }
    }
    assert_eq!(
        recorded,
        rules.len() * BOUNDS.len(),
        "the fixture is not of these rules"
    );
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}
