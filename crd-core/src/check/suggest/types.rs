//! The types of schemas, and their names in other tools.

use super::did_you_mean;
use crate::check::formats;
use crate::check::place::node_at;
use crate::model::field::FieldPath;
use crate::server::decode::JsonType;
use crate::yaml::tree::{Node, Value};

/// The types of schemas.
pub(in crate::check) const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// Names of types in other tools.
const TYPE_NAMES: [(&str, &str); 13] = [
    ("int", "integer"),
    ("int32", "integer"),
    ("int64", "integer"),
    ("Integer", "integer"),
    ("bool", "boolean"),
    ("Boolean", "boolean"),
    ("float", "number"),
    ("double", "number"),
    ("str", "string"),
    ("String", "string"),
    ("text", "string"),
    ("map", "object"),
    ("list", "array"),
];

/// Returns the type that another tool calls by a name.
pub(in crate::check) fn type_named(name: &str) -> Option<&'static str> {
    let found = TYPE_NAMES.iter().find(|(other, _)| *other == name);
    found.map(|(_, type_)| *type_)
}

/// Returns the type of JSON that a schema names.
pub(in crate::check) fn json_type(name: &str) -> Option<JsonType> {
    Some(match name {
        "array" => JsonType::Array,
        "boolean" => JsonType::Boolean,
        "integer" | "int32" | "int64" => JsonType::Integer,
        "number" => JsonType::Number,
        "object" => JsonType::Object,
        "string" => JsonType::String,
        _ => return None,
    })
}

/// Returns the type that the other keywords of a schema are for; `None` if they do not tell.
pub(in crate::check) fn evident_type(schema: &Node) -> Option<&'static str> {
    let value = |name: &str| schema.get(name).filter(|node| node.value != Value::Null);
    if chooses_type(schema) {
        return None;
    }
    match value("format").and_then(Node::as_str) {
        Some("int32" | "int64") => return Some("integer"),
        Some("float" | "double") => return Some("number"),
        Some("int-or-string") => return None,
        Some(_) => return Some("string"),
        None => {}
    }
    if let Some(default) = value("default") {
        return type_of(default);
    }
    if let [first, others @ ..] = value("enum").map(Node::elements).unwrap_or_default() {
        let type_ = type_of(first);
        return type_.filter(|_| others.iter().all(|other| type_of(other) == type_));
    }
    let keywords = schema
        .members()
        .iter()
        .filter(|entry| entry.value.value != Value::Null);
    let mut types = keywords.filter_map(|entry| type_with(&entry.key));
    let first = types.next()?;
    types.all(|other| other == first).then_some(first)
}

/// Whether the branches of a choice have different types.
fn chooses_type(schema: &Node) -> bool {
    ["anyOf", "oneOf"].iter().any(|choice| {
        let branches = schema.get(choice).map_or(&[][..], Node::elements);
        let mut types = branches.iter().filter_map(|branch| branch.get("type")?.as_str());
        let first = types.next();
        types.any(|other| Some(other) != first)
    })
}

/// Whether a schema allows integers and strings by `anyOf`, without another keyword for their type.
pub(super) fn is_integer_or_string(schema: &Node) -> bool {
    let branches = schema.get("anyOf").map_or(&[][..], Node::elements);
    let has = |type_: &str| {
        let mut types = branches.iter().filter_map(|branch| branch.get("type")?.as_str());
        types.any(|found| found == type_)
    };
    branches.len() == 2 && has("integer") && has("string")
}

/// Returns the type of a value; `None` for null.
fn type_of(value: &Node) -> Option<&'static str> {
    Some(match value.value {
        Value::Bool(_) => "boolean",
        Value::Int(_) => "integer",
        Value::Float(_) => "number",
        Value::Sequence(_) => "array",
        Value::Mapping(_) => "object",
        Value::String(_) => "string",
        Value::Null => return None,
    })
}

/// Returns the type whose values a keyword is for.
fn type_with(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "properties"
        | "additionalProperties"
        | "required"
        | "minProperties"
        | "maxProperties"
        | "x-kubernetes-embedded-resource"
        | "x-kubernetes-map-type" => "object",
        "items" | "minItems" | "maxItems" | "x-kubernetes-list-type" | "x-kubernetes-list-map-keys" => {
            "array"
        }
        "minimum" | "maximum" | "multipleOf" => "integer",
        "pattern" | "minLength" | "maxLength" => "string",
        _ => return None,
    })
}

/// Returns the type that another tool calls by a name, or that of the schema's fields or elements where that is none with such.
pub(in crate::check) fn type_in_schema(schema: Option<&Node>, name: &str) -> Option<&'static str> {
    let named = type_named(name)?;
    let has = |keyword: &str| schema.is_some_and(|schema| schema.get(keyword).is_some());
    Some(match named {
        "array" | "object" => named,
        _ if has("properties") => "object",
        _ if has("items") => "array",
        _ => named,
    })
}

/// Returns the type that is meant by one that does not exist.
pub(super) fn of_unknown(document: &Node, path: &FieldPath, text: &str) -> Option<String> {
    let element = text.strip_prefix("[]").or_else(|| text.strip_suffix("[]"));
    let element =
        element.and_then(|name| type_named(name).or_else(|| TYPES.into_iter().find(|type_| *type_ == name)));
    if let Some(element) = element {
        return Some(format!("write `type: array` and `items: {{type: {element}}}`"));
    }
    let schema = node_at(document, &path.ancestor(1));
    if let Some(meant) = type_in_schema(schema, text) {
        return Some(format!("did you mean `{meant}`?"));
    }
    let present = schema.and_then(|schema| schema.get("format")?.as_str());
    formats::as_type(text, present).or_else(|| did_you_mean(text, &TYPES))
}

/// Returns the type of a column that is meant by one that does not exist.
pub(super) fn of_column(text: &str) -> Option<String> {
    let named = type_named(text).filter(|type_| !matches!(*type_, "object" | "array"));
    let lower = text.to_ascii_lowercase();
    let is_of_time = ["time", "date"].iter().any(|part| lower.contains(part));
    match named.or_else(|| is_of_time.then_some("date")) {
        Some(named) => Some(format!("did you mean `{named}`?")),
        None => did_you_mean(text, &["boolean", "date", "integer", "number", "string"]),
    }
}
