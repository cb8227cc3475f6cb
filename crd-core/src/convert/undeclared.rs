//! Finds fields in a file that its version does not declare. The conversion of a request prunes them, as the API server does, but
//! a file must not lose a line without a message.

use super::json::{Json, Kind};
use super::prune::has_types;
use crate::model::structural::{Additional, Structural, StructuralShape};

/// The maximum depth of a schema.
const DEEPEST: usize = 300;

/// The maximum number of findings that are listed.
const NAMED: usize = 8;

/// Returns the errors of an object of a version: members that the version does not declare, and values of other types. Each is a path
/// and a description.
pub(super) fn undeclared(object: Json<'_>, schema: &Structural) -> Vec<String> {
    let mut found = Vec::new();
    for (name, member) in object.members() {
        if matches!(&*name, "apiVersion" | "kind") {
            continue;
        }
        if name == "metadata" {
            wrong_metadata(member, &mut found);
            continue;
        }
        match schema.property(&name) {
            Some(part) => below(member, part, &name, 0, &mut found),
            None => found.push(unknown(&name, &name, schema)),
        }
    }
    let more = found.len().saturating_sub(NAMED);
    if more > 0 {
        found.truncate(NAMED);
        found.push(format!("and {more} more"));
    }
    found
}

/// Checks the types of what a conversion reads and writes in `metadata`: annotations and labels. The API server would reject
/// others, so the conversion of a request leaves them out.
fn wrong_metadata(metadata: Json<'_>, found: &mut Vec<String>) {
    let wrong = |path: &str, value: Json<'_>, declared: &str| {
        format!(
            "`{path}` is {}, but the version declares {declared}",
            kind_of(value.kind())
        )
    };
    match metadata.kind() {
        Kind::Object => {}
        Kind::Null => return,
        _ => return found.push(wrong("metadata", metadata, "an object")),
    }
    for name in ["annotations", "labels"] {
        let path = format!("metadata.{name}");
        match metadata.get(name) {
            Some(map) if map.is_object() => {
                for (key, value) in map.members().filter(|(_, value)| value.kind() != Kind::String) {
                    found.push(wrong(&format!("{path}.{key}"), value, "a string"));
                }
            }
            Some(other) if !other.is_null() => found.push(wrong(&path, other, "an object")),
            _ => {}
        }
    }
}

fn below(value: Json<'_>, schema: &Structural, path: &str, depth: usize, found: &mut Vec<String>) {
    if value.is_null() || depth > DEEPEST {
        return;
    }
    match (&schema.shape, value.kind()) {
        (StructuralShape::Object(_), Kind::Object) => {
            let is_resource = schema.is_embedded_resource();
            for (name, member) in value.members() {
                let place = format!("{path}.{name}");
                match (schema.property(&name), schema.additional()) {
                    (Some(schema), _) => below(member, schema, &place, depth + 1, found),
                    (None, Some(Additional::Schema(schema))) => {
                        below(member, schema, &place, depth + 1, found);
                    }
                    (None, Some(Additional::Bool(true))) => {}
                    _ if schema.preserve_unknown_fields
                        || is_resource && matches!(&*name, "apiVersion" | "kind" | "metadata") => {}
                    _ => found.push(unknown(&place, &name, schema)),
                }
            }
        }
        (StructuralShape::Array(array), Kind::List) => {
            for (index, element) in value.elements().enumerate() {
                below(
                    element,
                    &array.items,
                    &format!("{path}[{index}]"),
                    depth + 1,
                    found,
                );
            }
        }
        _ if has_types(value, schema) => {}
        (shape, kind) => {
            let wanted = type_of(shape);
            found.push(format!(
                "`{path}` is {}, but the version declares {wanted}{}",
                kind_of(kind),
                other_form(value, wanted)
            ));
        }
    }
}

fn unknown(path: &str, name: &str, schema: &Structural) -> String {
    if name.starts_with('$') {
        return format!("`{path}` is part of a patch, which cannot be converted");
    }
    let names = schema.properties().map(|(name, _)| name);
    match crate::nearest(name, names) {
        Some(near) => format!("the version does not declare `{path}`; did you mean `{near}`?"),
        None => format!("the version does not declare `{path}`; remove it, or add it to the Rust type"),
    }
}

fn kind_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::List => "a list",
        Kind::Object => "an object",
    }
}

/// Returns the advice for a scalar that has the declared type without its quotes, or with quotes.
fn other_form(value: Json<'_>, declared: &str) -> String {
    let is_plain = |text: &str| match declared {
        "an integer" => text.parse::<i64>().is_ok(),
        "a number" => text.parse::<f64>().is_ok_and(f64::is_finite),
        "a boolean" => matches!(text, "true" | "false"),
        _ => false,
    };
    match (value.string(), value.kind()) {
        (Some(text), _) if is_plain(&text) => format!("; write it without quotes: `{text}`"),
        (None, Kind::Number | Kind::Boolean) if declared == "a string" => {
            format!("; write it in quotes: `'{}'`", value.raw())
        }
        _ => String::new(),
    }
}

fn type_of(shape: &StructuralShape) -> &'static str {
    match shape {
        StructuralShape::Object(_) => "an object",
        StructuralShape::Array(_) => "a list",
        StructuralShape::String => "a string",
        StructuralShape::Integer => "an integer",
        StructuralShape::Number => "a number",
        StructuralShape::Boolean => "a boolean",
        StructuralShape::IntOrString { .. } => "an integer or a string",
        StructuralShape::Any => "anything",
    }
}
