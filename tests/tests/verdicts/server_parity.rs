//! Replays the verdicts that fuzzing against the API server's own code recorded (`fixtures/differential`).

use std::fs;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_gen_tests::server_parity::difference::{Difference, DifferenceLevel};
use crd_gen_tests::server_parity::fixture::Fixture;
use crd_gen_tests::server_parity::our_verdict::our_verdict;

#[test]
fn recorded_verdicts_are_reproduced() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/differential");
    let mut recorded = 0;
    let mut wrong = String::new();
    for entry in entries(&directory) {
        // The name of a directory is the server version of its verdicts.
        let server = entry.file_name().and_then(|name| name.to_str()).unwrap();
        let (files, server) = if entry.is_dir() {
            (entries(&entry), server.parse().unwrap())
        } else {
            (vec![entry], KubeVersion::DEFAULT)
        };
        for file in files {
            let shown = file.display();
            let fixture = Fixture::read(&file).unwrap_or_else(|error| panic!("{shown}: {error}"));
            // The texts of servers before 1.35 are not reproduced everywhere.
            let level = if server.at_least(35) {
                DifferenceLevel::Notice
            } else {
                DifferenceLevel::Field
            };
            let difference = Difference::between(&fixture.verdict, &our_verdict(&fixture.request, server));
            if let Some(difference) = difference.filter(|difference| difference.level <= level) {
                wrong.push_str(&format!("{shown}: {difference}\n"));
            }
            recorded += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(recorded > 0);
    println!("{recorded} recorded verdicts");
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries
}
