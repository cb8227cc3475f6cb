//! What fuzzing against the API server's own code has found stays mended.

use std::fs;
use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_gen_tests::fuzz::fixture::Fixture;
use crd_gen_tests::fuzz::ours::ours;
use crd_gen_tests::fuzz::verdict::Difference;

#[test]
fn findings_stay_mended() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/differential");
    let mut files: Vec<PathBuf> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = String::new();
    for file in &files {
        let fixture = Fixture::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        if let Some(difference) =
            Difference::between(&fixture.verdict, &ours(&fixture.request, KubeVersion::DEFAULT))
        {
            wrong.push_str(&format!("{}: {difference}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    println!("{} recorded verdicts", files.len());
}
