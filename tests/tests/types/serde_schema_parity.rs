//! Schema and serde agree for every supported type and many random values.

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

/// The rules of an enum admit and reject the same objects as the `oneOf` that they replace.
#[test]
fn rules_and_one_of_agree() {
    let subjects = shapes::all().unwrap_or_else(|error| panic!("{error}"));
    let (mut types, mut admitted, mut refused) = (0, 0, 0);
    for subject in &subjects {
        let Some(plain) = subject
            .enforced_by_one_of()
            .unwrap_or_else(|error| panic!("{error}"))
        else {
            continue;
        };
        types += 1;
        for value in check::random(subject, 1, 4 * SEEDS) {
            let (by_rules, by_one_of) = (check::admits(subject, &value), check::admits(&plain, &value));
            assert_eq!(
                by_rules,
                by_one_of,
                "{}: {value}\n{:#}",
                subject.name,
                subject.schema()
            );
            *(if by_rules { &mut admitted } else { &mut refused }) += 1;
        }
    }
    println!("{types} types: {admitted} values admitted, {refused} refused");
    assert!(types > 20 && admitted > 1000 && refused > 1000);
}
