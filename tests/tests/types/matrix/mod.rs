//! Checks each row of the matrix of Rust types in the guide "from kube-derive": either the schema admits the values that serde
//! serializes and rejects those that it cannot deserialize, or the compiler (or the command) rejects the type with the row's codes.
//!
//! kube's results for the same types are tested in `examples/controller/tests/kube_matrix.rs`.

mod enums;
mod proof;
mod refused;
mod resources;
mod values;

use std::fs;
use std::path::Path;

use proof::{Matrix, Proof, Row};

const GUIDE: &str = include_str!("../../../../crd-core/src/guide/from_kube_derive.md");

/// A row of the table in the guide.
struct Told {
    shape: String,
    ours: String,
}

/// Returns the rows of the table under `## The matrix`.
fn told() -> Vec<Told> {
    let (_, section) = GUIDE.split_once("\n## The matrix\n").expect("the matrix");
    let section = section.split("\n## ").next().unwrap_or_default();
    section
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| shape |"))
        .map(|line| {
            let line = line.replace("\\|", "\u{1}");
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [shape, _, ours] = cells.as_slice() else {
                panic!("three cells: {line}")
            };
            Told {
                shape: shape.replace('\u{1}', "|"),
                ours: (*ours).to_owned(),
            }
        })
        .collect()
}

fn rows() -> Vec<&'static Row> {
    [enums::ROWS, values::ROWS, resources::ROWS]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn the_guide_lists_these_rows() {
    let told: Vec<String> = told().into_iter().map(|row| row.shape).collect();
    let proved: Vec<&str> = rows().into_iter().map(|row| row.shape).collect();
    assert_eq!(told, proved);
}

/// The second cell is `schema`, or names the codes that the compiler or the command prints.
#[test]
fn every_row_is_as_the_guide_says() {
    let mut matrix = Matrix::default();
    let mut refusals = 0;
    for (row, told) in rows().into_iter().zip(told()) {
        matrix.row = row.shape;
        match row.proof {
            Proof::Schema(prove) => {
                assert!(told.ours.starts_with("schema"), "{}: {}", row.shape, told.ours);
                prove(&mut matrix);
            }
            Proof::Refused(cases) => {
                assert!(
                    told.ours.starts_with("compile error"),
                    "{}: {}",
                    row.shape,
                    told.ours
                );
                for case in cases {
                    refused::check(row.shape, &told.ours, case);
                    refusals += 1;
                }
            }
            Proof::Command(code, prove) => {
                assert!(
                    told.ours.starts_with("`generate` refuses"),
                    "{}: {}",
                    row.shape,
                    told.ours
                );
                assert!(told.ours.contains(code), "{}: {}", row.shape, told.ours);
                prove(&matrix, code);
                refusals += 1;
            }
        }
    }
    // The file is input for `tests/oracle/run create < FILE`.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matrix.jsonl");
    fs::write(&file, matrix.requests()).expect("the CRDs");
    println!(
        "{} rows: {} CRDs accepted, {} values admitted, {} refused; {refusals} refusals. The CRDs: {}",
        rows().len(),
        matrix.crds.len(),
        matrix.admitted,
        matrix.refused,
        file.display()
    );
}
