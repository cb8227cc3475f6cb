//! Every UI case has a grade in `GRADES.md`, and the grades are within their bounds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The minimum number of mistakes in the list.
const LEAST: usize = 200;
/// The maximum percentage of cases with grade C.
const MOST_C: usize = 5;

/// A row of the list.
struct Row {
    grade: String,
    reason: String,
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the rows after the last heading of a table, by case.
fn rows() -> BTreeMap<String, Row> {
    let text = fs::read_to_string(directory().join("GRADES.md")).expect("GRADES.md");
    let (_, table) = text
        .split_once("| case | grade | why not A |")
        .expect("the table");
    let mut rows = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [case, grade, rest @ ..] = cells.as_slice() else {
            continue;
        };
        let row = Row {
            grade: (*grade).trim_end_matches(" |").to_owned(),
            reason: rest.join(" | "),
        };
        assert!(
            rows.insert((*case).to_owned(), row).is_none(),
            "{case} has two rows"
        );
    }
    rows
}

/// Returns the cases, `class/mistake`.
fn cases(ui: &Path) -> BTreeSet<String> {
    let mut cases = BTreeSet::new();
    for class in fs::read_dir(ui).expect("classes of failures").flatten() {
        for case in fs::read_dir(class.path()).expect("cases").flatten() {
            let path = case.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let path = path.with_extension("");
                let name = path.strip_prefix(ui).expect("a case");
                cases.insert(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    cases
}

#[test]
fn every_case_has_a_grade() {
    let ui = directory().join("ui");
    let (rows, cases) = (rows(), cases(&ui));
    let graded: BTreeSet<String> = rows.keys().cloned().collect();
    let missing: Vec<&String> = cases.difference(&graded).collect();
    let stale: Vec<&String> = graded.difference(&cases).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "cases without a row: {missing:?}; rows without a case: {stale:?}"
    );
    assert!(cases.len() >= LEAST, "only {} cases", cases.len());

    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (case, row) in &rows {
        assert!(
            ["A", "B", "C"].contains(&row.grade.as_str()),
            "{case} has grade {}",
            row.grade
        );
        assert_eq!(
            row.reason.is_empty(),
            row.grade == "A",
            "{case}: a grade below A has a reason, and only that"
        );
        *counts.entry(&row.grade).or_default() += 1;
    }
    println!("{counts:?}");
    let most = cases.len() * MOST_C / 100;
    let c = counts.get("C").copied().unwrap_or_default();
    assert!(
        c <= most,
        "{c} cases of {} have a C; at most {most} may",
        cases.len()
    );
}

/// The output of a case with grade A has only errors of this project: each has a code, and rustc adds only the place.
#[test]
fn an_a_has_only_errors_of_ours() {
    let ui = directory().join("ui");
    for (case, row) in rows() {
        if row.grade != "A" {
            continue;
        }
        let output = fs::read_to_string(ui.join(&case).with_extension("stderr")).expect(&case);
        for line in output
            .lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"))
        {
            assert!(line.contains("[CRD"), "{case}: {line}");
        }
        assert!(!output.contains("the following other types"), "{case}");
        assert!(!output.contains("\nnote: "), "{case}");
    }
}
