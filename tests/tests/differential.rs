//! What fuzzing against the API server's own code has found stays mended.

use std::fs;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_gen_tests::fuzz::fixture::Fixture;
use crd_gen_tests::fuzz::ours::ours;
use crd_gen_tests::fuzz::verdict::{Difference, Level};

#[test]
fn findings_stay_mended() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/differential");
    let mut recorded = 0;
    let mut wrong = String::new();
    for entry in entries(&directory) {
        // A directory holds the verdicts of the server it is named for.
        let server = entry.file_name().and_then(|name| name.to_str()).unwrap();
        let (files, server) = if entry.is_dir() {
            (entries(&entry), server.parse().unwrap())
        } else {
            (vec![entry], KubeVersion::DEFAULT)
        };
        for file in files {
            let shown = file.display();
            let fixture = Fixture::read(&file).unwrap_or_else(|error| panic!("{shown}: {error}"));
            // The words of servers before 1.35 are not followed everywhere.
            let level = if server.at_least(35) {
                Level::Notice
            } else {
                Level::Field
            };
            let difference = Difference::between(&fixture.verdict, &ours(&fixture.request, server));
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
