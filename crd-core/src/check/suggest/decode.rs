//! What to write instead of a value of a CRD that cannot be decoded.
//!
//! ```text
//! exclusiveMinimum: 0         write `minimum: 0` and `exclusiveMinimum: true`
//! items: string               write `items: {type: string}`
//! required: true              list the field in `required` of its object
//! ```

use super::form::{misread, of_wrong_type, written};
use super::types::TYPES;
use crate::check::DocumentSource;
use crate::check::place::{last_word, node_at};
use crate::check::rule_members::REASONS;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::server::decode::{DecodeCause, DecodeError};
use crate::yaml::tree::{Entry, Mapping, Node, Span, Value};

/// Returns what to write instead of a name of a type as `items`, and its place.
pub(in crate::check) fn of_items(
    document: &Node,
    error: &FieldError,
    path: &FieldPath,
) -> Option<(String, Span)> {
    if error.rule != rules::STR_01 {
        return None;
    }
    let lists = [path.clone(), path.ancestor(1)];
    let items = lists
        .iter()
        .find_map(|list| node_at(document, list)?.get("items"))?;
    Some((of_type_name("items", items.as_str()?)?, items.span))
}

/// Returns what to write instead of a value of a CRD that cannot be decoded.
pub(in crate::check) fn of_decode_error(source: DocumentSource<'_>, error: &DecodeError) -> Option<String> {
    let node = node_at(source.document, &error.path)?;
    let name = last_word(&error.path);
    if let Some(misread) = misread(&name, node) {
        return Some(misread.help);
    }
    if error.path.below_schema().is_some()
        && let Some(form) = of_keyword(source, &error.path, &name, node)
    {
        return Some(form);
    }
    if name == "caBundle"
        && error.path.below_schema().is_none()
        && let Some(text) = node.as_str()
    {
        let what = if text.trim_start().starts_with("-----BEGIN") {
            "this is PEM: write it in base64"
        } else {
            "write the certificates in base64"
        };
        return Some(format!("{what}, the output of `base64 < ca.pem | tr -d '\\n'`"));
    }
    let DecodeCause::WrongType { expected, .. } = error.cause else {
        return None;
    };
    match (&*name, &node.value) {
        ("scope", Value::Bool(_)) => Some("write `Namespaced` or `Cluster`".to_owned()),
        ("conversion", Value::String(strategy)) => {
            Some(format!("write `conversion: {{strategy: {strategy}}}`"))
        }
        ("subresources", Value::Sequence(names)) if names.iter().all(|name| !name.is_collection()) => {
            Some("write an object: `subresources: {status: {}}`".to_owned())
        }
        ("versions", Value::Mapping(versions)) if let Some(first) = name_of_version(versions) => {
            Some(format!("write a list of elements with `name`: `- name: {first}`"))
        }
        ("reason", _) if error.path.below_schema().is_some() => {
            Some(format!("write one of `{}`", REASONS.join("`, `")))
        }
        ("status", Value::Bool(true)) => Some("write `status: {}`".to_owned()),
        ("priority", Value::String(_)) if error.path.version_index().is_some() => {
            Some("write 0 to show the column always, or 1 to show it only with `-o wide`".to_owned())
        }
        ("name", Value::Int(_) | Value::Float(_)) if error.path.version_index().is_some() => {
            let number = written(source.text, node)?;
            let major = number.split('.').next().unwrap_or(number);
            Some(format!(
                "write `v{major}`: the name of a version is like `v1` or `v1beta1`"
            ))
        }
        (_, Value::String(_)) if let Some(member) = member_of_element(&error.path) => Some(format!(
            "write an object: `{member}: {}`",
            written(source.text, node).unwrap_or("…")
        )),
        // These are texts with brackets rather than values in brackets.
        ("rule" | "pattern" | "message" | "messageExpression" | "description", _) if node.is_collection() => {
            None
        }
        _ => of_wrong_type(source.text, node, &name, expected),
    }
}

/// Returns the name of the first version of an object of versions, or of one version without `name`.
fn name_of_version(versions: &Mapping) -> Option<&str> {
    let first = &*versions.entries.first()?.key;
    let is_field = matches!(first, "served" | "storage" | "schema");
    (!is_field && versions.get("name").is_none()).then_some(first)
}

/// Returns the member that an element of a list of objects stands for, if the path leads to one.
fn member_of_element(path: &FieldPath) -> Option<&'static str> {
    const MEMBERS: [(&str, &str); 4] = [
        ("selectableFields", "jsonPath"),
        ("x-kubernetes-validations", "rule"),
        ("versions", "name"),
        ("additionalPrinterColumns", "jsonPath"),
    ];
    let [.., list, Segment::Index(_)] = path.segments.as_slice() else {
        return None;
    };
    let found = MEMBERS.iter().find(|(name, _)| list.is_field(name));
    found.map(|(_, member)| *member)
}

/// Returns what to write instead of a value of a keyword of a schema.
fn of_keyword(source: DocumentSource<'_>, path: &FieldPath, name: &str, node: &Node) -> Option<String> {
    if let [.., list, Segment::Index(_)] = path.segments.as_slice()
        && (list.is_field("anyOf") || list.is_field("oneOf"))
    {
        return of_values(source, node_at(source.document, &path.ancestor(1))?.elements());
    }
    match (name, &node.value) {
        ("type", Value::Sequence(types)) => of_types(types),
        ("required", Value::Bool(false)) => {
            Some("remove it: a field is optional unless `required` of its object lists it".to_owned())
        }
        ("required", Value::Bool(true)) => Some(required(source.document, path)),
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Int(_) | Value::Float(_)) => {
            let bound = if name == "exclusiveMinimum" {
                "minimum"
            } else {
                "maximum"
            };
            let value = written(source.text, node)?;
            Some(format!("write `{bound}: {value}` and `{name}: true`"))
        }
        ("enum" | "required" | "x-kubernetes-list-map-keys", Value::Mapping(names)) => {
            let name_of = |entry: &Entry| {
                let written = entry.key_span.slice(source.text)?;
                let is_misread = *entry.key != *written && !written.starts_with(['"', '\'']);
                Some(if is_misread {
                    format!("\"{written}\"")
                } else {
                    written.to_owned()
                })
            };
            let names: Vec<String> = names.entries.iter().map(name_of).collect::<Option<_>>()?;
            (!names.is_empty()).then(|| format!("write a list: `{name}: [{}]`", names.join(", ")))
        }
        ("title" | "description" | "format" | "pattern", Value::Mapping(schema))
            if schema.get("type").is_some() =>
        {
            Some(format!(
                "if `{name}` is a field, write it below `properties:`, and indent it deeper"
            ))
        }
        ("properties", Value::Sequence(fields)) => {
            let first = fields.first()?;
            let field = first
                .get("name")
                .and_then(Node::as_str)
                .filter(|_| first.members().len() > 1)?;
            Some(format!(
                "write an object with the names as keys, and each schema below its name: `{field}:`"
            ))
        }
        _ if is_property(path) && is_array(source.document, path) => {
            Some("write `items` instead of `properties`, because the type is `array`".to_owned())
        }
        ("additionalProperties", Value::String(_)) if has_properties(source.document, path) => {
            Some("remove it: an object with `properties` cannot have it".to_owned())
        }
        ("additionalProperties", Value::Sequence(_)) => {
            Some("write one schema, without `- `, that all values match".to_owned())
        }
        ("items" | "additionalProperties", Value::String(type_)) => of_type_name(name, type_),
        ("type", Value::String(type_)) if is_property(path) && has_type_above(source.document, path) => {
            Some(format!(
                "this is a field of the name `type`, and its object has a type already: remove it; for such a field, write \
                 `type: {{type: {type_}}}`"
            ))
        }
        (_, Value::String(type_)) if is_property(path) => of_type_name(name, type_),
        _ => None,
    }
}

/// Returns what to write instead of `anyOf` or `oneOf` with values or types instead of schemas.
fn of_values(source: DocumentSource<'_>, values: &[Node]) -> Option<String> {
    let names: Vec<&str> = values
        .iter()
        .map(|value| written(source.text, value).filter(|_| !value.is_collection()))
        .collect::<Option<_>>()?;
    if names.iter().all(|name| TYPES.contains(name)) {
        return of_types(values);
    }
    Some(format!(
        "for a choice of values, write `enum: [{}]` instead",
        names.join(", ")
    ))
}

/// Returns where to write that a field is required, for `required: true` at a path.
fn required(document: &Node, path: &FieldPath) -> String {
    let Some(Segment::Key(field)) = path.ancestor(1).segments.last().cloned() else {
        return "list the field in `required` of its object, beside `properties`".to_owned();
    };
    let object = node_at(document, &path.ancestor(3));
    match object.and_then(|object| object.get("required")) {
        Some(names) if names.elements().iter().any(|name| name.as_str() == Some(&*field)) => {
            format!("remove it: `required` of its object lists `{field}`")
        }
        Some(names) if !names.elements().is_empty() => {
            format!("remove it, and add `{field}` to `required` of its object, beside `properties`")
        }
        _ => {
            format!("list the field in `required` of its object, beside `properties`: `required: [{field}]`")
        }
    }
}

/// Whether the schema that has the property at a path is that of a list.
fn is_array(document: &Node, path: &FieldPath) -> bool {
    let list = node_at(document, &path.ancestor(2));
    list.and_then(|list| list.get("type")?.as_str()) == Some("array")
}

/// Whether the schema that has the property at a path has a type.
fn has_type_above(document: &Node, path: &FieldPath) -> bool {
    node_at(document, &path.ancestor(2)).is_some_and(|schema| schema.get("type").is_some())
}

/// Whether the schema that has the keyword at a path has properties.
fn has_properties(document: &Node, path: &FieldPath) -> bool {
    node_at(document, &path.ancestor(1)).is_some_and(|schema| schema.get("properties").is_some())
}

/// Whether a path leads to the schema of a property.
fn is_property(path: &FieldPath) -> bool {
    matches!(path.segments.as_slice(), [.., above, Segment::Key(_)] if above.is_field("properties"))
}

/// Returns the schema for a type that stands where a schema is expected.
fn of_type_name(name: &str, type_: &str) -> Option<String> {
    TYPES
        .contains(&type_)
        .then(|| format!("write `{name}: {{type: {type_}}}`"))
}

/// Returns the schema for a list of types.
fn of_types(types: &[Node]) -> Option<String> {
    let is_null = |node: &&Node| node.value == Value::Null || node.as_str() == Some("null");
    let nullable = if types.iter().any(|node| is_null(&node)) {
        " and `nullable: true`"
    } else {
        ""
    };
    let mut names: Vec<&str> = types
        .iter()
        .filter(|node| !is_null(node))
        .map(Node::as_str)
        .collect::<Option<_>>()?;
    names.sort_unstable();
    Some(match names.as_slice() {
        [name] => format!("a schema has one type: write `type: {name}`{nullable}"),
        ["integer", "string"] => {
            format!(
                "a schema has one type: instead of it, write `x-kubernetes-int-or-string: true`{nullable}"
            )
        }
        _ => "a schema has one type: write it, or `x-kubernetes-preserve-unknown-fields: true` for any value"
            .to_owned(),
    })
}
