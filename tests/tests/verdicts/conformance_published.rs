//! The `OpenAPI` documents of the CRDs of the corpus equal the servers', byte for byte as canonical JSON.
//!
//! `cargo xtask regenerate published` records the hashes of the servers' documents.

use std::collections::BTreeMap;
use std::path::Path;

use crd_core::KubeVersion;
use crd_core::publish::apply_schemas;
use crd_gen_tests::published::{FoundCrd, RecordedDocuments, SERVERS, crds, hash, ours};
use crd_gen_tests::shared;

/// Only every line whose number is a multiple of this is compared for servers other than the default one.
const OTHER_SERVERS: usize = 16;

#[test]
fn published_documents() {
    let Some(root) = shared("") else {
        return;
    };
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/published.jsonl");
    let recorded = std::fs::read_to_string(fixture).unwrap();
    let mut files: BTreeMap<String, Vec<FoundCrd>> = BTreeMap::new();
    let all = std::env::var_os("CRD_GEN_ALL").is_some();
    let (mut documents, mut wrong) = (0, Vec::new());
    for (line_number, line) in recorded.lines().enumerate() {
        let recorded: RecordedDocuments = serde_json::from_str(line).unwrap();
        let found = files
            .entry(recorded.file.clone())
            .or_insert_with(|| crds(&std::fs::read_to_string(root.join(&recorded.file)).unwrap()));
        let crd = &found[recorded.document].crd;
        for minor in SERVERS {
            let server = KubeVersion::from_minor(minor).unwrap();
            // Without optimisation, a document takes 20 ms. With `CRD_GEN_ALL` set, all servers are compared.
            if server != KubeVersion::DEFAULT && line_number % OTHER_SERVERS != 0 && !all {
                continue;
            }
            let (_, expected) = recorded.servers.range(..=minor).next_back().unwrap();
            let actual = crd.as_ref().map(|crd| ours(crd, server)).unwrap_or_default();
            documents += expected.len() * 2;
            if actual != *expected {
                wrong.push(format!("{} {} on {server}", recorded.file, recorded.document));
            }
            let Some((_, expected)) = recorded.apply.range(..=minor).next_back() else {
                continue;
            };
            let actual = crd
                .as_ref()
                .map(|crd| apply_schemas(crd, server))
                .unwrap_or_default();
            documents += 1;
            if hash(&actual) != *expected {
                wrong.push(format!(
                    "{} {} on {server}: server-side apply",
                    recorded.file, recorded.document
                ));
            }
        }
    }
    println!("{documents} documents of {} files compared", files.len());
    assert!(documents > 1000, "{documents}");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
