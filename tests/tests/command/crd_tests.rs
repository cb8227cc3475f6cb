//! The examples' own tests of their rules pass, and cover every rule.

use std::path::Path;

use super::support::crd_gen;

#[test]
fn the_rules_of_the_postgres_example_are_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/postgres");
    let output = crd_gen(&folder)
        .args(["test", "tests", "--min-coverage", "100", "--format", "json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["rules"]["percent"], 100, "{report:#}");
    assert!(report["rules"]["all"].as_u64().unwrap() >= 18, "{report:#}");
    assert!(report["cases"].as_array().unwrap().len() >= 28, "{report:#}");
    assert_eq!(output.status.code(), Some(0), "{report:#}");
}
