//! Searches an object that a CRD of [`super::SchemaDice`] admits, with values that its restrictions distinguish.

use crd_core::objects::{Admission, Request};
use crd_core::values::ValueOptions;
use crd_core::{Crd, KubeVersion, Structural};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::our_verdict::node;
use crd_gen_tests::values;
use serde_json::{Map, Value, json};

/// The number of objects that are tried.
const OBJECTS: usize = 500;

/// Texts with and without each of the patterns, formats, prefixes and lengths of the restrictions.
const TEXTS: [&str; 45] = [
    "",
    "a",
    "b",
    "ab",
    "aa",
    "bb",
    "ba",
    "aab",
    "aaa",
    "aaaa",
    "aaaaa",
    "aaab",
    "abbb",
    "aaaab",
    "a1",
    "1b",
    "bbbbb",
    "7",
    "12",
    "1234",
    "12345",
    "A",
    "AAA",
    "AAAA",
    "AAAAA",
    "0s",
    "10m",
    "1000s",
    "10000s",
    "Widget",
    "example",
    "aexample",
    "xexample",
    "example.com/v1",
    "a:b",
    "ab:c",
    "a@b",
    "a@b.c",
    "2020-01-01",
    "2020-01-01T00:00:00Z",
    "10.0.0.1",
    "10.0.0.0/8",
    "a::/8",
    "abcd://b",
    "a0000000-0000-4000-8000-00000000000b",
];

/// Returns an object that the CRD admits, if one is found.
pub(super) fn object(crd: &Crd, root: &Value, seed: u64) -> Option<Value> {
    let admission = Admission::new(crd, "v1", KubeVersion::DEFAULT).ok()?;
    let schema = &root["properties"]["spec"]["properties"]["value"];
    // Lists of each length in turn, because junctors often ask for one.
    let comparables = (0..=6).map(|length| values::structural(&comparable(schema, length)?));
    let comparables: Vec<Structural> = comparables.collect::<Option<_>>()?;
    let mut rng = Rng::new(seed);
    for comparable in comparables.iter().cycle().take(OBJECTS) {
        let value = values::value(comparable, ValueOptions::WHOLE, &mut rng);
        let mut object = json!({
            "apiVersion": "example.com/v1", "kind": "Widget", "spec": {"value": value},
            "metadata": {"name": rng.pick(&TEXTS), "namespace": "b"},
        });
        if root["properties"].get("status").is_some() {
            object["status"] = json!({});
        }
        if admission.admit(Request::create(&object)).errors.is_empty() {
            return Some(object);
        }
    }
    None
}

/// Returns a schema of the same shape, with lists of a length, whose scalars are those of a list that the original schema admits.
fn comparable(schema: &Value, length: usize) -> Option<Value> {
    let mut made = match schema["type"].as_str() {
        Some("array") => json!({
            "type": "array", "minItems": length, "maxItems": length, "items": comparable(&schema["items"], length)?,
        }),
        Some("object") => {
            let mut members = Map::new();
            for name in ["a", "b", "c", "d", "e"] {
                let member = match &schema["additionalProperties"] {
                    Value::Null => schema["properties"].get(name),
                    member => Some(member),
                };
                if let Some(member) = member {
                    members.insert(name.to_owned(), comparable(member, length)?);
                }
            }
            let mut object = json!({"type": "object", "properties": members});
            if let Some(least) = schema.get("minProperties") {
                object["minProperties"] = least.clone();
            }
            if schema["x-kubernetes-embedded-resource"] == true {
                object["properties"]["apiVersion"] = json!({"type": "string", "enum": ["v1"]});
                object["properties"]["kind"] = json!({"type": "string", "enum": ["A"]});
                object["required"] = json!(["apiVersion", "kind"]);
            }
            object
        }
        type_ => {
            let admitted = scalars(type_, schema)?;
            json!({"x-kubernetes-preserve-unknown-fields": true, "enum": admitted})
        }
    };
    if schema["nullable"] == true && made.get("enum").is_none() {
        made["nullable"] = true.into();
    }
    Some(made)
}

/// Returns the scalars that a schema admits; all of them if it admits none.
fn scalars(type_: Option<&str>, schema: &Value) -> Option<Vec<Value>> {
    let mut all: Vec<Value> = Vec::new();
    if type_ == Some("boolean") {
        all = vec![true.into(), false.into()];
    }
    if type_.is_none_or(|type_| type_ == "string") {
        all.extend(TEXTS.map(Value::from));
    }
    if type_.is_none_or(|type_| matches!(type_, "integer" | "number")) {
        all.extend((-21..=42).map(Value::from));
        all.extend([3_000_000_001_i64, 6_000_000_000].map(Value::from));
    }
    if type_.is_some_and(|type_| matches!(type_, "integer" | "number")) {
        all.extend((-42..=42).map(|half| Value::from(f64::from(half) / 2.0)));
    }
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
            }],
        },
    });
    let crd = crd_core::decode::decode_for(&node(&crd), KubeVersion::DEFAULT).crd?;
    let admission = Admission::new(&crd, "v1", KubeVersion::DEFAULT).ok()?;
    let is_admitted = |value: &&Value| {
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "b"}, "spec": value,
        });
        admission.admit(Request::create(&object)).errors.is_empty()
    };
    let admitted: Vec<Value> = all.iter().filter(is_admitted).cloned().collect();
    let admits_null = schema["nullable"] == true && schema.get("enum").is_none();
    Some(match admitted.as_slice() {
        [] if admits_null => vec![Value::Null],
        [] => all,
        [_, ..] => admitted,
    })
}
