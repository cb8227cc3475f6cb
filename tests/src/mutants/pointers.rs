//! The values and schemas of a CRD, as JSON pointers.

use serde_json::Value;

/// The part of a CRD that a mutation changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// Schemas.
    Schema,
    /// Everything but schemas.
    Frame,
}

/// Returns the JSON pointers of all values in a part.
pub fn pointers(crd: &Value, focus: Focus) -> Vec<String> {
    let mut all = Vec::new();
    collect(crd, String::new(), &mut all);
    all.retain(|pointer| {
        let inside = pointer.contains("/openAPIV3Schema");
        inside == (focus == Focus::Schema)
    });
    all
}

fn collect(value: &Value, pointer: String, all: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                collect(inner, format!("{pointer}/{}", escaped(key)), all);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                collect(inner, format!("{pointer}/{index}"), all);
            }
        }
        _ => {}
    }
    all.push(pointer);
}

/// Returns the JSON pointers of all schemas of a CRD.
pub fn schemas(crd: &Value) -> Vec<String> {
    let mut all = Vec::new();
    let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
    for (index, version) in versions.into_iter().flatten().enumerate() {
        if let Some(schema) = version.pointer("/schema/openAPIV3Schema") {
            schemas_below(
                schema,
                format!("/spec/versions/{index}/schema/openAPIV3Schema"),
                &mut all,
            );
        }
    }
    if let Some(schema) = crd.pointer("/spec/validation/openAPIV3Schema") {
        schemas_below(schema, String::from("/spec/validation/openAPIV3Schema"), &mut all);
    }
    all
}

fn schemas_below(schema: &Value, pointer: String, all: &mut Vec<String>) {
    let Some(map) = schema.as_object() else {
        return;
    };
    for (key, inner) in map {
        let below = format!("{pointer}/{key}");
        match (key.as_str(), inner) {
            ("items" | "additionalProperties" | "additionalItems" | "not", Value::Object(_)) => {
                schemas_below(inner, below, all);
            }
            ("properties" | "patternProperties" | "definitions" | "dependencies", Value::Object(names)) => {
                for (name, inner) in names {
                    schemas_below(inner, format!("{below}/{}", escaped(name)), all);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "items", Value::Array(list)) => {
                for (index, inner) in list.iter().enumerate() {
                    schemas_below(inner, format!("{below}/{index}"), all);
                }
            }
            _ => {}
        }
    }
    all.push(pointer);
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Splits a pointer into that of the parent and the last key, which is unescaped.
pub fn split(pointer: &str) -> (&str, String) {
    let (parent, last) = pointer.rsplit_once('/').unwrap_or(("", ""));
    (parent, last.replace("~1", "/").replace("~0", "~"))
}

/// Returns the last key of a pointer that is not an index, such as `versions` for `/spec/versions/0`.
pub fn name_of(pointer: &str) -> String {
    let is_index = |step: &str| !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit());
    let mut rest = pointer;
    loop {
        let (parent, last) = split(rest);
        if !is_index(&last) || parent.is_empty() {
            return last;
        }
        rest = parent;
    }
}
