//! Reads annotations and enumerations: keywords such as `description` and `default`, and `enum` and `const`.

use serde_json::Value;

use super::draft::{Draft, Types, restrict};
use crate::model::schema::ExternalDocs;
use crate::model::structural::ValueValidation;
use crate::model::text::InternedText;

/// Reads a keyword that describes values without restricting them. Returns whether it is one.
pub(super) fn annotation(draft: &mut Draft, name: &str, value: &Value) -> bool {
    let generic = &mut draft.generic;
    let text = || value.as_str().unwrap_or_default();
    match name {
        "title" => generic.title = text().trim().into(),
        "description" => {
            let notes = std::mem::take(&mut generic.description);
            generic.description = paragraphs(text().trim(), &notes);
        }
        "deprecated" | "readOnly" | "writeOnly" => {
            let note = match name {
                "deprecated" => "Deprecated.",
                "readOnly" => "Read-only.",
                _ => "Write-only.",
            };
            if value == &Value::Bool(true) {
                generic.description = paragraphs(&generic.description, note);
            }
        }
        "default" => generic.default = Some(value).filter(|value| !value.is_null()).cloned(),
        "example" => generic.example = Some(value.clone()),
        "examples" => generic.example = list(Some(value)).next().cloned(),
        "externalDocs" => {
            let member = |name| value.get(name).and_then(Value::as_str).unwrap_or_default().into();
            generic.external_docs = Some(Box::new(ExternalDocs {
                description: member("description"),
                url: member("url"),
            }));
        }
        // `members` reads the last three.
        "$schema" | "$id" | "$anchor" | "$comment" | "$defs" | "definitions" | "components"
        | "contentEncoding" | "contentMediaType" | "contentSchema" | "discriminator" | "xml" | "$ref"
        | "allOf" | "prefixItems" => {}
        _ => return false,
    }
    true
}

/// Reads `enum` and `const`. Null among the values makes the schema nullable and is left out.
pub(super) fn one_of_values(draft: &mut Draft, values: &[Value]) {
    let types = values
        .iter()
        .fold(Types::NONE, |types, value| types.or(Types::of_value(value)));
    draft.types = draft.types.and(types);
    let values: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    if !values.is_empty() {
        let also = ValueValidation {
            enum_: Some(values),
            ..ValueValidation::default()
        };
        restrict(&mut draft.validation, also);
    }
}

/// Joins two texts with an empty line; either may be empty.
fn paragraphs(first: &str, second: &str) -> InternedText {
    match (first, second) {
        ("", text) | (text, "") => text.into(),
        _ => format!("{first}\n\n{second}").into(),
    }
}

pub(super) fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}
