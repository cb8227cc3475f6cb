//! The verdicts on the recorded creations and updates of CRDs equal the server's.

use crd_gen_tests::conformance::{Counts, Recorded, check, count, differences};
use crd_gen_tests::lines;
use serde_json::Value;

/// Known differences, with the reasons.
const KNOWN: &[(&str, &str)] = &[];

#[test]
fn recorded_verdicts() {
    let Some(lines) = lines("conformance/crd.jsonl") else {
        return;
    };
    let mut counts = Counts::new();
    let mut wrong = Vec::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line).expect("a case");
        let recorded: Recorded = serde_json::from_value(case.clone()).expect("a verdict");
        let report = check(&case["new"], case.get("old"));
        let Some(new) = report.crds().next() else {
            // Only CRDs are checked; the server rejects documents that are sent to it as another kind.
            let is_unknown_kind = recorded
                .decode
                .is_some_and(|text| text.starts_with("no kind ") || text.starts_with("Object 'Kind'"));
            assert!(is_unknown_kind, "{} was not checked", case["id"]);
            continue;
        };
        count(new, &mut counts);
        let found = differences(&recorded, new);
        if KNOWN.iter().any(|(id, _)| case["id"] == *id) {
            assert!(
                !found.is_empty(),
                "{} no longer differs; strike it from the list",
                case["id"]
            );
            continue;
        }
        for difference in found {
            wrong.push(format!("{}: {difference}", case["id"]));
        }
    }
    println!("{} cases; errors by rule: {counts:?}", lines.len());
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
