//! Recorded responses of a real server to requests with unusual metadata: its steps before validation, and errors of its store.
//!
//! `cargo xtask fuzz server --server PATH --count 0 --metadata 40 --record tests/fixtures/http-metadata.jsonl` records them.

use std::path::Path;

use crd_gen_tests::server_parity::http::{Exchange, difference, plain_crds, schemas};

#[test]
fn answers_to_odd_metadata_are_those_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/http-metadata.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let crds = plain_crds();
    let schemas = schemas(&crds.iter().collect::<Vec<_>>());
    let mut seen = 0;
    let mut differences = Vec::new();
    for line in text.lines() {
        let exchange: Exchange = serde_json::from_str(line).unwrap();
        seen += 1;
        if let Some(difference) = difference(&exchange, &exchange.our_line(&crds), &schemas) {
            differences.push(format!("{} {}\n  {difference}", exchange.what, exchange.object));
        }
    }
    assert!(seen >= 150, "{seen}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
