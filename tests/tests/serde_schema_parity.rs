//! Schema and serde agree, for every supported type and many random values.

use crd_gen_tests::serde_schema_parity::{check, known_gaps, shapes};

/// The number of seeds for each type.
const SEEDS: u64 = 60;

#[test]
fn schema_and_serde_agree() {
    let subjects = shapes::all().unwrap_or_else(|error| panic!("{error}"));
    let mut failures = Vec::new();
    let (mut written, mut admitted, mut refused, mut defaulted) = (0, 0, 0, 0);
    let mut known: Vec<&str> = Vec::new();
    for subject in &subjects {
        let agreement = check::check(subject, 1, SEEDS);
        written += agreement.written;
        admitted += agreement.admitted;
        refused += agreement.refused;
        defaulted += agreement.defaulted;
        known.extend(agreement.known);
        failures.extend(agreement.failure);
    }
    println!(
        "{} types: {written} values written, {admitted} admitted and read, {refused} refused, {defaulted} read twice",
        subjects.len()
    );
    let report: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(
        failures.is_empty(),
        "{} types fail:\n{}",
        failures.len(),
        report.join("\n")
    );
    for gap in known_gaps::GAPS {
        assert!(
            known.contains(&gap.name),
            "the gap `{}` is closed: drop it from the list",
            gap.name
        );
    }
}
