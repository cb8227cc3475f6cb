//! The documents that servers publish for CRDs, recorded as hashes, and ours.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::publish::{openapi_v2, openapi_v3};
use crd_core::yaml::tree::Node;
use crd_core::yaml::{Options, read};
use crd_core::{Crd, KubeVersion};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::lines;
use crate::server_parity::oracle::Oracle;

/// The servers whose documents are recorded.
pub const SERVERS: [u16; 5] = [29, 31, 34, 36, 37];

/// The recorded documents of one CRD of the corpus.
#[derive(Debug, Deserialize, Serialize)]
pub struct RecordedDocuments {
    /// The file, relative to the recorded material.
    pub file: String,
    /// The position of the document in the file.
    pub document: usize,
    /// By minor version of the server, the hashes of its documents by version of the CRD; a server that is left out
    /// publishes the same documents as the previous one.
    pub servers: BTreeMap<u16, BTreeMap<String, Hashes>>,
    /// By minor version of the server, the hash of the schemas that server-side apply merges by, in the same way. Empty for
    /// a CRD that no server accepts because it has no names: the builder of documents panics.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub apply: BTreeMap<u16, String>,
}

/// The hashes of the documents of one version of a CRD.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Hashes {
    /// The hash of the `OpenAPI` v2 document.
    pub v2: String,
    /// The hash of the `OpenAPI` v3 document.
    pub v3: String,
}

impl Hashes {
    /// Computes the hashes of two documents.
    pub fn new(v2: &Value, v3: &Value) -> Self {
        Hashes {
            v2: hash(v2),
            v3: hash(v3),
        }
    }
}

/// A CRD of a file.
#[derive(Debug)]
pub struct FoundCrd {
    node: Node,
    /// The CRD, unless it cannot be decoded.
    pub crd: Option<Crd>,
    /// The versions that are served.
    pub served: Vec<String>,
}

impl FoundCrd {
    /// Returns the CRD as JSON.
    pub fn text(&self) -> String {
        self.node.to_json().to_string()
    }
}

/// Returns the CRDs of a text, in order.
pub fn crds(source: &str) -> Vec<FoundCrd> {
    let read = read(source.as_bytes(), Options::default());
    let nodes = read.documents.iter().flat_map(|document| crds_of(&document.root));
    nodes
        .map(|node| {
            let crd = decode(node).crd;
            let versions = crd.iter().flat_map(crd_core::Crd::versions);
            FoundCrd {
                node: node.clone(),
                served: versions
                    .filter(|version| version.served)
                    .map(|version| version.name.to_string())
                    .collect(),
                crd,
            }
        })
        .collect()
}

/// Returns the files of the corpus, relative to the recorded material, sorted. `None` if it is missing.
pub fn corpus_files() -> Option<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    for line in lines("corpus/verdicts.jsonl")? {
        let case: Value = serde_json::from_str(&line).ok()?;
        files.extend(case["file"].as_str().map(str::to_owned));
    }
    Some(files)
}

/// Computes the hashes of our documents, for each served version as if it were the only one.
pub fn ours(crd: &Crd, server: KubeVersion) -> BTreeMap<String, Hashes> {
    let mut found = BTreeMap::new();
    for version in crd
        .spec
        .versions
        .iter()
        .flatten()
        .filter(|version| version.served)
    {
        let mut alone = crd.clone();
        for other in alone.spec.versions.iter_mut().flatten() {
            other.served = other.name == version.name;
        }
        let alone = [alone];
        let v3 = openapi_v3(&alone, &crd.spec.group, &version.name, server).unwrap_or_default();
        found.insert(
            version.name.to_string(),
            Hashes::new(&openapi_v2(&alone, server), &v3),
        );
    }
    found
}

/// The documents and schemas that a server publishes for a CRD.
#[derive(Debug, Default, Deserialize)]
pub struct Published {
    /// The documents by version, including versions that are not served.
    #[serde(default)]
    pub versions: Map<String, Value>,
    /// The schemas that server-side apply merges by; null if they cannot be created.
    #[serde(default)]
    pub apply: Value,
}

/// Requests the documents that a server publishes for a CRD.
pub fn ask(oracle: &Oracle, crd: &str, server: KubeVersion) -> io::Result<Published> {
    // The gate of selectable fields was off by default in 1.30.
    let request = json!({"crd": crd, "noSelectableFields": server.minor() == 30});
    oracle.send(request.to_string())?;
    oracle.receive()
}

/// Returns the 64-bit FNV-1a hash of a value, independent of the order of members, in hexadecimal digits.
pub fn hash(value: &Value) -> String {
    let mut text = String::new();
    write_canonical(value, &mut text);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<&String, &Value> = members.iter().collect();
            text.push('{');
            for (name, value) in sorted {
                text.push_str(&format!("{name:?}:"));
                write_canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(elements) => {
            text.push('[');
            for element in elements {
                write_canonical(element, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::String(string) => text.push_str(&format!("{string:?}")),
        // 1 and 1.0 are the same number.
        Value::Number(number) => text.push_str(&format!("{:?}", number.as_f64())),
        other => text.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_documents_have_equal_hashes() {
        let a: Value = serde_json::from_str(r#"{"a": 1, "b": [true, null]}"#).unwrap();
        let b: Value = serde_json::from_str(r#"{"b": [true, null], "a": 1.0}"#).unwrap();
        let c: Value = serde_json::from_str(r#"{"b": [null, true], "a": 1}"#).unwrap();
        assert_eq!(hash(&a), hash(&b));
        assert_ne!(hash(&a), hash(&c));
    }
}
