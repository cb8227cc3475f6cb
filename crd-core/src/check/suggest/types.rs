//! The types of schemas, and their names in other tools.

use crate::server::decode::JsonType;

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
