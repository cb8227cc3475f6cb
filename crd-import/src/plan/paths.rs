//! Checks paths of printer columns and of the scale subresource. The derive rejects paths without a target, which occur in real CRDs.

use crd_core::crd::Version;
use crd_core::structural::{Additional, Structural, StructuralShape};

/// Whether a version has a path that the derive would reject.
pub(super) fn are_loose(version: &Version, schema: &Structural, status: Option<&Structural>) -> bool {
    let columns = version.additional_printer_columns.iter().flatten();
    let mut columns = columns.map(|column| (&*column.json_path, &*column.type_));
    let scale = version
        .subresources
        .as_ref()
        .and_then(|subresources| subresources.scale.as_ref());
    let scale_is_loose = scale.is_some_and(|scale| {
        let replicas = [&*scale.spec_replicas_path, &*scale.status_replicas_path];
        status.is_none()
            || replicas.iter().any(|path| !leads(schema, path, "integer"))
            || scale
                .label_selector_path
                .as_deref()
                .is_some_and(|path| !leads(schema, path, "text"))
    });
    scale_is_loose || columns.any(|(path, type_)| !leads(schema, path, type_))
}

/// Whether a path leads to values that a column of the type can show, as far as this is known.
fn leads(schema: &Structural, path: &str, type_: &str) -> bool {
    let mut node = schema;
    let mut rest = path;
    let mut depth = 0;
    while let Some(step) = rest.strip_prefix('.') {
        let end = step.find(['.', '[']).unwrap_or(step.len());
        let (name, after) = step.split_at(end);
        let is_plain = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        if !is_plain {
            return false;
        }
        if depth == 0 && name == "metadata" {
            return matches!(
                after,
                ".creationTimestamp" | ".name" | ".namespace" | ".generation"
            );
        }
        depth += 1;
        let StructuralShape::Object(object) = &node.shape else {
            return node.shape == StructuralShape::Any;
        };
        node = match (object.properties.get(name), &object.additional) {
            (Some(member), _) => member,
            (None, Some(Additional::Schema(values))) => values,
            (None, _) => return node.preserve_unknown_fields && object.properties.is_empty(),
        };
        rest = after;
        while rest.starts_with('[') {
            let StructuralShape::Array(array) = &node.shape else {
                return node.shape == StructuralShape::Any;
            };
            let Some(inside) = rest.find(']').and_then(|end| rest.get(1..end)) else {
                return false;
            };
            if !is_index(inside) && !is_filter(inside, &array.items) {
                return false;
            }
            node = &array.items;
            rest = rest.get(inside.len() + 2..).unwrap_or_default();
        }
    }
    rest.is_empty() && shows(node, type_)
}

fn is_index(inside: &str) -> bool {
    inside == "*" || (!inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit()))
}

/// Whether the text is a filter, such as `?(@.type=="Ready")`, whose member the elements have.
fn is_filter(inside: &str, items: &Structural) -> bool {
    let condition = inside
        .strip_prefix("?(@.")
        .and_then(|rest| rest.strip_suffix(')'));
    let Some((name, value)) = condition.and_then(|condition| condition.split_once("==")) else {
        return false;
    };
    let value = value.trim();
    let is_text = ['"', '\'']
        .iter()
        .any(|quote| value.len() > 1 && value.starts_with(*quote) && value.ends_with(*quote));
    let StructuralShape::Object(object) = &items.shape else {
        return false;
    };
    is_text && object.properties.contains_key(name.trim())
}

fn shows(node: &Structural, type_: &str) -> bool {
    match (type_, &node.shape) {
        ("string", _) | (_, StructuralShape::Any) => true,
        ("boolean", shape) => *shape == StructuralShape::Boolean,
        ("integer" | "number", shape) => matches!(shape, StructuralShape::Integer | StructuralShape::Number),
        ("date" | "text", shape) => *shape == StructuralShape::String,
        _ => false,
    }
}
