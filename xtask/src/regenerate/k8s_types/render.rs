//! Writes the shape of one definition as Rust source.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::BY_HAND;
use super::openapi::{PublishedSchemas, definition, short};

/// Writes a type: `object!(POD, k8s_openapi::api::core::v1::Pod, "Pod", PLAIN, [ fields ]);`.
pub(super) fn item(schemas: &PublishedSchemas, name: &str) -> String {
    let schema = &schemas[name];
    let keys: BTreeSet<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
    let known = BTreeSet::from([
        "description",
        "properties",
        "required",
        "type",
        "x-kubernetes-group-version-kind",
        "x-kubernetes-map-type",
        "x-kubernetes-unions",
    ]);
    assert!(
        keys.is_subset(&known) && schema["type"] == "object",
        "{name}: {keys:?}"
    );
    let map_type = map_type(schema).unwrap_or("PLAIN");
    let mut text = format!(
        "object!({}, k8s_openapi::{}, \"{}\", {map_type}, [\n",
        constant(short(name)),
        rust_path(name),
        short(name),
    );
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    for (property, of) in properties {
        let required = schema["required"]
            .as_array()
            .is_some_and(|list| list.iter().any(|name| name == property));
        writeln!(
            text,
            "    {},",
            field(schemas, &module(name), name, property, of, required)
        )
        .unwrap();
    }
    text.push_str("]);\n");
    text
}

/// Writes a field: `required("name", &SHAPE)`, `optional(…)` or `default(…, Literal)`, inside `with(&LIST_TYPE, …)` if it
/// has a list or map type.
fn field(
    schemas: &PublishedSchemas,
    here: &str,
    owner: &str,
    name: &str,
    schema: &Value,
    required: bool,
) -> String {
    let known = [
        "additionalProperties",
        "allOf",
        "$ref",
        "default",
        "description",
        "format",
        "items",
        "type",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
        "x-kubernetes-patch-merge-key",
        "x-kubernetes-patch-strategy",
    ];
    for key in schema.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "{owner}.{name}: `{key}`");
    }
    let shape = shape(here, &format!("{owner}.{name}"), schema);
    let attrs = list_type(schemas, schema).or_else(|| map_type(schema).map(str::to_owned));
    // Go adds empty objects and zero values of required fields as defaults; these are not defaults of the API.
    let default = match &schema["default"] {
        Value::String(text) => Some(format!("Str({text:?})")),
        Value::Number(number) => Some(format!("Int({number})")),
        Value::Bool(flag) => Some(format!("Bool({flag})")),
        _ => None,
    };
    let field = match default {
        _ if required => format!("required(\"{name}\", {shape})"),
        None => format!("optional(\"{name}\", {shape})"),
        Some(default) => format!("default(\"{name}\", {shape}, Literal::{default})"),
    };
    match attrs {
        Some(attrs) => format!("with(&{attrs}, {field})"),
        None => field,
    }
}

/// Writes a reference to the static of a type.
fn shape(here: &str, place: &str, schema: &Value) -> String {
    let format = schema["format"].as_str().unwrap_or_default();
    if let Some(pointer) = schema["$ref"]
        .as_str()
        .or_else(|| schema["allOf"][0]["$ref"].as_str())
    {
        let name = definition(pointer);
        if let Some((_, constant)) = BY_HAND.iter().find(|(by_hand, _)| *by_hand == name) {
            return format!("&{constant}");
        }
        let module = module(name);
        let constant = constant(short(name));
        return if module == here {
            format!("&{constant}")
        } else {
            format!("&{module}::{constant}")
        };
    }
    match (schema["type"].as_str().unwrap_or_default(), format) {
        ("string", "") => "&STRING".to_owned(),
        ("string", "byte") => "&BYTES".to_owned(),
        ("integer", "int32") => "&INT32".to_owned(),
        ("integer", "int64") => "&INT64".to_owned(),
        ("boolean", "") => "&BOOLEAN".to_owned(),
        ("array", "") => format!("&list({})", shape(here, place, &schema["items"])),
        ("object", "") if schema["additionalProperties"].is_object() => {
            format!("&map({})", shape(here, place, &schema["additionalProperties"]))
        }
        other => panic!("{place}: no shape for {other:?}"),
    }
}

fn map_type(schema: &Value) -> Option<&'static str> {
    match schema["x-kubernetes-map-type"].as_str()? {
        "atomic" => Some("ATOMIC_MAP"),
        "granular" => Some("GRANULAR_MAP"),
        other => panic!("map type `{other}`"),
    }
}

fn list_type(schemas: &PublishedSchemas, schema: &Value) -> Option<String> {
    let keys = list_keys(schemas, schema)?;
    Some(
        match (keys.as_slice(), schema["x-kubernetes-list-type"].as_str()?) {
            ([], "set") => "SET_LIST".to_owned(),
            ([], _) => "ATOMIC_LIST".to_owned(),
            (keys, _) => {
                let keys: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
                format!("keys!({})", keys.join(", "))
            }
        },
    )
}

/// Returns the map keys of a list that has a list type; none for atomic lists and sets. A list whose map keys may be absent
/// is atomic, because the server rejects such keys in CRDs (OAS-41).
pub(super) fn list_keys(schemas: &PublishedSchemas, schema: &Value) -> Option<Vec<String>> {
    Some(match schema["x-kubernetes-list-type"].as_str()? {
        "atomic" | "set" => Vec::new(),
        "map" => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().unwrap();
            let items = &schema["items"];
            let pointer = items["$ref"]
                .as_str()
                .or_else(|| items["allOf"][0]["$ref"].as_str())
                .unwrap();
            let element = &schemas[definition(pointer)];
            let always = keys.iter().all(|key| {
                let required = element["required"]
                    .as_array()
                    .is_some_and(|list| list.contains(key));
                required || !element["properties"][key.as_str().unwrap()]["default"].is_null()
            });
            let keys = keys.iter().map(|key| key.as_str().unwrap().to_owned());
            if always { keys.collect() } else { Vec::new() }
        }
        other => panic!("list type `{other}`"),
    })
}

/// Converts `io.k8s.api.core.v1.Pod` to `core_v1`.
pub(super) fn module(definition: &str) -> String {
    let parts: Vec<&str> = definition.split('.').collect();
    parts[parts.len() - 3..parts.len() - 1].join("_")
}

/// Converts `io.k8s.api.core.v1.Pod` to `api::core::v1::Pod`.
pub(super) fn rust_path(definition: &str) -> String {
    definition.strip_prefix("io.k8s.").unwrap().replace('.', "::")
}

/// Converts `HTTPGetAction` to `HTTP_GET_ACTION`.
fn constant(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let starts = before.is_some_and(|before| {
            !before.is_ascii_uppercase() || after.is_some_and(char::is_ascii_lowercase)
        });
        if letter.is_ascii_uppercase() && starts {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}
