//! No scalar causes a panic in the YAML parser, and a string that is written is parsed as the same string.
#![no_main]

use crd_core::yaml::{Options, read, scalar, to_string};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let resolved = scalar::resolve(text);
    let _ = resolved.clone().into_value();
    let _ = resolved.into_key();
    for kind in ["str", "int", "float", "bool", "null", "binary", "timestamp", "other"] {
        if let Ok(scalar) = scalar::resolve_tagged(&format!("tag:yaml.org,2002:{kind}"), text) {
            let _ = scalar.into_value();
        }
    }
    let value = serde_json::json!({"value": [text], text: text});
    let written = to_string(&value).expect("JSON can be written");
    let found = read(written.as_bytes(), Options::default());
    assert_eq!(found.errors, [], "{written}");
    assert_eq!(found.documents[0].root.to_json(), value, "{written}");
});
