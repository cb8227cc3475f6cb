//! Prunes unknown fields (rule PRN-01) and nulls (rule PRN-02).

use serde_json::Value;

use super::at::At;
use super::view::{View, is_meta_name};
use crate::model::field::FieldPath;
use crate::model::sort::sort;
use crate::model::structural::{Additional, Structural};

/// A field that the schema does not declare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnknownField {
    /// The path as the server prints it.
    pub(crate) name: String,
    pub(crate) field: FieldPath,
}

impl UnknownField {
    fn at(at: &At<'_>) -> Self {
        UnknownField {
            name: at.name(),
            field: at.field(None),
        }
    }
}

/// Removes fields that `schema` does not declare, and returns them, sorted.
pub(crate) fn prune(value: &mut Value, view: View<'_>) -> Vec<UnknownField> {
    let mut unknown = Vec::new();
    prune_value(value, Some(view), &At::ROOT, &mut unknown);
    sort(&mut unknown);
    unknown
}

fn prune_value(value: &mut Value, view: Option<View<'_>>, at: &At<'_>, unknown: &mut Vec<UnknownField>) {
    match value {
        Value::Array(items) => {
            let preserves = view.is_some_and(|view| view.schema.preserve_unknown_fields);
            let schema = view.and_then(|view| view.schema.items());
            for (index, item) in items.iter_mut().enumerate() {
                let at = at.index(index);
                match schema {
                    Some(schema) if preserves => skip(item, View::of(schema), &at, unknown),
                    // The schema says nothing about the elements, and nothing is removed.
                    None if preserves => {}
                    schema => prune_value(item, schema.map(View::of), &at, unknown),
                }
            }
        }
        Value::Object(members) => {
            let Some(view) = view else {
                unknown.extend(members.keys().map(|key| UnknownField::at(&at.property(key))));
                members.clear();
                return;
            };
            members.retain(|key, member| {
                if view.is_meta(key) {
                    return true;
                }
                let at_member = at.property(key);
                if let Some(schema) = known_member(view.schema, key) {
                    prune_value(member, schema.map(View::of), &at_member, unknown);
                    return true;
                }
                if view.schema.preserve_unknown_fields {
                    return true;
                }
                if !(at.is_root() && is_meta_name(key)) {
                    unknown.push(UnknownField::at(&at_member));
                }
                false
            });
        }
        _ => {}
    }
}

/// Prunes below a node that preserves unknown fields: only declared members are pruned, by their own schema.
/// Lists pass the exemption on to their elements.
fn skip(value: &mut Value, view: View<'_>, at: &At<'_>, unknown: &mut Vec<UnknownField>) {
    match value {
        Value::Array(items) => {
            let Some(schema) = view.schema.items() else {
                return;
            };
            for (index, item) in items.iter_mut().enumerate() {
                skip(item, View::of(schema), &at.index(index), unknown);
            }
        }
        Value::Object(members) => {
            for (key, member) in members.iter_mut().filter(|(key, _)| !view.is_meta(key)) {
                if let Some(schema) = known_member(view.schema, key) {
                    prune_value(member, schema.map(View::of), &at.property(key), unknown);
                }
            }
        }
        _ => {}
    }
}

/// Returns whether a member is declared, and its schema if it has one: `additionalProperties: true` declares
/// members without a schema.
#[expect(clippy::option_option, reason = "a member may be specified without a schema")]
fn known_member<'s>(schema: &'s Structural, key: &str) -> Option<Option<&'s Structural>> {
    match (schema.property(key), schema.additional()) {
        (Some(property), _) => Some(Some(property)),
        (None, Some(Additional::Schema(schema))) => Some(Some(schema)),
        (None, Some(Additional::Bool(_))) => Some(None),
        (None, None) => None,
    }
}

/// Removes members that are null although they are not nullable and have no default.
pub(crate) fn prune_nulls(value: &mut Value, schema: Option<&Structural>) {
    match value {
        Value::Array(items) => {
            let schema = schema.and_then(Structural::items);
            for item in items {
                prune_nulls(item, schema);
            }
        }
        Value::Object(members) => members.retain(|key, member| {
            let schema = schema.and_then(|schema| schema.member(key));
            let removed = member.is_null()
                && schema.is_some_and(|schema| !schema.generic.nullable && schema.generic.default.is_none());
            if !removed {
                prune_nulls(member, schema);
            }
            !removed
        }),
        _ => {}
    }
}
