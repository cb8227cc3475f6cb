//! The harness of the integration tests (`tests/tests`) and of the fuzz drivers (`cargo xtask fuzz`).
//!
//! | module | purpose |
//! |---|---|
//! | [`conformance`] | compares verdicts with those recorded in `../shared/conformance` and `../shared/corpus` |
//! | [`cel_syntax_tree`] | prints CEL syntax trees in the recorded form |
//! | [`published`] | the `OpenAPI` documents of servers, recorded as hashes, and ours |
//! | [`json_schemas`] | compares published JSON Schemas with the verdicts of admission |
//! | [`server_parity`] | runs the oracle (the API server's own code) and compares its verdict with ours |
//! | [`mutants`] | generates invalid CRDs from recorded ones, as input for `server_parity` |
//! | [`cel_grammar`] | generates random CEL rules, to compare their cost with the server's |
//! | [`cel_values`] | generates random CEL expressions and objects, to compare values and run-time costs with the server's |
//! | [`serde_schema_parity`] | checks that a type's derived schema and its serde implementation agree |
//! | [`random_api`] | writes and compiles random Rust types, as input for `serde_schema_parity` |
//! | [`library_costs`] | calls of every function of the CEL library, whose costs the oracle recorded for each server |
//! | [`values`] | generates values of schemas with crd-core's generator |
//! | [`rng`] | the random number generator that all of these use |
//!
//! Tests without Go use `conformance`, the fixtures of `server_parity`, and `serde_schema_parity` on its own list of
//! types. The fuzz drivers use the rest; all but the random Rust types need Go.

pub mod cel_grammar;
pub mod cel_syntax_tree;
pub mod cel_values;
pub mod conformance;
pub mod json_schemas;
pub mod library_costs;
pub mod mutants;
pub mod published;
pub mod random_api;
pub mod rng;
pub mod serde_schema_parity;
pub mod server_parity;
pub mod values;

use std::path::{Path, PathBuf};

use crd_core::JsonSchemaProps;
use serde_json::{Value, json};

/// Returns the path of a file or folder of the recorded material, which is below `CRD_GEN_SHARED`, by default
/// `../shared` beside the workspace. Prints a line and returns `None` if it is missing.
///
/// # Panics
/// If the file is missing and `CI` is set: a test must not be skipped there.
pub fn shared(path: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = std::env::var_os("CRD_GEN_SHARED").map_or_else(|| workspace.join("../shared"), PathBuf::from);
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("CI").is_none(), "{} is missing", found.display());
    println!("skipped: {} is missing", found.display());
    None
}

/// Returns the lines of a file of the recorded material, or `None` if the file is missing.
///
/// # Panics
/// If the file cannot be read, or is missing and `CI` is set.
pub fn lines(path: &str) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(shared(path)?).expect("a readable file");
    Some(text.lines().map(str::to_owned).collect())
}

/// Reads a schema as the API server reads it in a CRD.
///
/// # Panics
/// If it cannot be read.
pub fn schema_of(schema: &Value) -> JsonSchemaProps {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let text = document.to_string();
    let read = crd_core::yaml::read(text.as_bytes(), crd_core::yaml::Options::default());
    let root = &read.documents.first().expect("a document").root;
    let crd = crd_core::decode::decode(root).crd.expect("a CRD");
    let version = crd.version("v1").expect("a version");
    version.openapi_schema().expect("a schema").clone()
}
