//! The keyword that is meant by an unknown one: it has to be for values of the type beside it, and take the value that is written.
//!
//! ```text
//! type: string, min: 1        minLength, since `minimum` is for numbers
//! type: string, note: a       none, since `not` has a schema
//! type: object, values: x     none, since `enum` is for scalars
//! ```

use super::{OF_NAMES, TYPES, type_named};
use crate::check::foreign::scalar;
use crate::yaml::tree::{Node, Value};

/// Returns the keyword that a schema may have with a value: the given one, or the same bound for values of its type.
pub(in crate::check) fn keyword(
    schema: Option<&Node>,
    keyword: &'static str,
    value: Option<&Node>,
) -> Option<&'static str> {
    let type_ = schema.and_then(type_of).unwrap_or_default();
    // A count of characters is no limit of a number.
    let bound = same_bound(keyword, type_).filter(|bound| !matches!(*bound, "minimum" | "maximum"));
    let keyword = bound.unwrap_or(keyword);
    let is_of_type = type_.is_empty() || is_of_type(keyword, type_);
    (is_of_type && value.is_none_or(|value| takes(keyword, value))).then_some(keyword)
}

/// Returns the type of a schema, if it is known.
fn type_of(schema: &Node) -> Option<&str> {
    let written = schema.get("type")?.as_str()?;
    let type_ = type_named(written).unwrap_or(written);
    TYPES.contains(&type_).then_some(type_)
}

/// Whether a keyword is for schemas of a type, and the server accepts it in CRDs.
fn is_of_type(keyword: &str, type_: &str) -> bool {
    let is_number = matches!(type_, "integer" | "number");
    match keyword {
        "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
        | "maxProperties" | "pattern" | "required" | "properties" => is_for(keyword, type_),
        "multipleOf" | "exclusiveMinimum" | "exclusiveMaximum" => is_number,
        "format" => is_number || type_ == "string",
        "enum" => !matches!(type_, "object" | "array"),
        "items" | "x-kubernetes-list-type" | "x-kubernetes-list-map-keys" => type_ == "array",
        "additionalProperties" | "x-kubernetes-map-type" | "x-kubernetes-embedded-resource" => {
            type_ == "object"
        }
        "$ref" | "$schema" | "id" | "definitions" | "dependencies" | "patternProperties"
        | "additionalItems" | "uniqueItems" => false,
        _ => true,
    }
}

/// Whether a keyword is for values of a type.
pub(in crate::check) fn is_for(keyword: &str, type_: &str) -> bool {
    match keyword {
        "pattern" => type_ == "string",
        "required" | "properties" => type_ == "object",
        bound => same_bound(bound, type_) == Some(bound),
    }
}

/// Returns the keyword for values of a type that stands for a bound of values of another type: `minLength` for `minimum` of a string.
pub(in crate::check) fn same_bound(keyword: &str, type_: &str) -> Option<&'static str> {
    const BOUNDS: [(&[&str], [&str; 2]); 4] = [
        (&["string"], ["minLength", "maxLength"]),
        (&["integer", "number"], ["minimum", "maximum"]),
        (&["array"], ["minItems", "maxItems"]),
        (&["object"], ["minProperties", "maxProperties"]),
    ];
    let (_, own) = BOUNDS.into_iter().find(|(types, _)| types.contains(&type_))?;
    let side = BOUNDS
        .iter()
        .find_map(|(_, bounds)| bounds.iter().position(|bound| *bound == keyword))?;
    own.get(side).copied()
}

/// Whether a keyword can have a value.
fn takes(keyword: &str, value: &Node) -> bool {
    let is_list = matches!(value.value, Value::Sequence(_));
    let is_object = value.as_mapping().is_some();
    match keyword {
        _ if value.value == Value::Null => true,
        "default" | "example" => true,
        "properties" | "not" | "externalDocs" => is_object,
        "items" => is_object || is_type(value),
        "additionalProperties" => is_object || is_type(value) || matches!(value.value, Value::Bool(_)),
        "allOf" | "anyOf" | "oneOf" | "x-kubernetes-validations" => is_list,
        _ if OF_NAMES.contains(&keyword) => {
            is_list || matches!(value.value, Value::String(_) | Value::Int(_) | Value::Float(_))
        }
        "nullable"
        | "exclusiveMinimum"
        | "exclusiveMaximum"
        | "x-kubernetes-preserve-unknown-fields"
        | "x-kubernetes-embedded-resource"
        | "x-kubernetes-int-or-string" => matches!(value.value, Value::Bool(_)),
        "multipleOf" => is_number(value),
        _ if keyword.starts_with("min") || keyword.starts_with("max") => is_number(value),
        _ => !is_list && !is_object,
    }
}

fn is_number(value: &Node) -> bool {
    match &value.value {
        Value::Int(_) | Value::Float(_) => true,
        Value::String(text) => text.trim().parse::<f64>().is_ok(),
        _ => false,
    }
}

/// Whether a value is the name of a type.
fn is_type(value: &Node) -> bool {
    value.as_str().is_some_and(|name| TYPES.contains(&name))
}

/// Returns a keyword with the form that a value has to have there, if it is another one.
pub(in crate::check) fn with_value(keyword: &str, value: Option<&Node>) -> String {
    match value {
        Some(value) if matches!(keyword, "items" | "additionalProperties") && is_type(value) => {
            format!("{keyword}: {{type: {}}}", value.as_str().unwrap_or_default())
        }
        Some(value)
            if OF_NAMES.contains(&keyword) && !value.is_collection() && value.value != Value::Null =>
        {
            format!("{keyword}: [{}]", scalar(value).unwrap_or_default())
        }
        _ => keyword.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn keywords_that_fit_the_type_and_the_value() {
        const REMOVE: &str = "remove it, or fix its spelling";
        for (type_, keyword, expected) in [
            ("string", "min: 1", "did you mean `minLength`? If not, remove it"),
            ("integer", "min: 1", "did you mean `minimum`? If not, remove it"),
            ("array", "max: 1", "did you mean `maxItems`? If not, remove it"),
            (
                "string",
                "minSize: 1",
                "did you mean `minLength`? If not, remove it",
            ),
            (
                "object",
                "maxSize: 1",
                "did you mean `maxProperties`? If not, remove it",
            ),
            ("boolean", "max: 1", REMOVE),
            (
                "string",
                "minumum: 1",
                "did you mean `minLength`? If not, remove it",
            ),
            ("integer", "max_length: 1", REMOVE),
            ("integer", "patern: a", REMOVE),
            ("string", "multiple_of: 2", REMOVE),
            ("string", "note: a", REMOVE),
            ("string", "nulable: 1", REMOVE),
            (
                "string",
                "values: a",
                "did you mean `enum: [a]`? If not, remove it",
            ),
            ("string", "values: [a]", "did you mean `enum`? If not, remove it"),
            (
                "object",
                "values: string",
                "did you mean `additionalProperties: {type: string}`? If not, remove it",
            ),
            (
                "map",
                "values: {type: string}",
                "did you mean `additionalProperties`? If not, remove it",
            ),
            ("object", "values: [a]", REMOVE),
            (
                "object",
                "property: {b: {type: string}}",
                "did you mean `properties`? If not, remove it",
            ),
            (
                "array",
                "+listType: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "x-list-type: set",
                "did you mean `x-kubernetes-list-type`? If not, remove it",
            ),
            (
                "array",
                "element: {type: string}",
                "did you mean `items`? If not, remove it",
            ),
            ("string", "item: a", REMOVE),
            ("string", "x-kubernetes-list-types: set", REMOVE),
            (
                "string",
                "ref: A",
                "CRDs have no references: write each schema where it is used",
            ),
            (
                "string",
                "intOrString: true",
                "write `x-kubernetes-int-or-string: true` instead of `type`. If it is not meant, remove it",
            ),
        ] {
            let report = check::text(
                &widgets(&format!("a:\n  type: {type_}\n  {keyword}")),
                &Options::default(),
            );
            let found = report
                .findings
                .iter()
                .find(|finding| finding.diagnostic.message.contains("unknown field"));
            let help = found.map(|finding| finding.diagnostic.help.as_slice());
            assert_eq!(help, Some([expected.to_owned()].as_slice()), "{type_} {keyword}");
        }
    }
}
