//! Removes members that a schema does not declare, like the API server's pruning, and checks the types of values.

use super::json::{Json, Kind};
use super::out::Out;
use crate::model::structural::{Additional, Structural, StructuralShape};

/// The maximum depth of a schema, and so of a value that has its types.
const DEEPEST: usize = 300;

/// Returns the value without unknown members. It is a part of the input if nothing is removed.
pub(super) fn prune<'a>(value: Json<'a>, schema: &Structural) -> Out<'a> {
    if !matches!(value.kind(), Kind::List | Kind::Object) {
        return Out::Input(value);
    }
    pruned(value, Some(schema), Unknown::Removed, 0).unwrap_or(Out::Input(value))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Removed,
    Kept,
}

/// Returns the value without unknown members, if there are any.
fn pruned<'a>(
    value: Json<'a>,
    schema: Option<&Structural>,
    unknown: Unknown,
    depth: usize,
) -> Option<Out<'a>> {
    if depth > DEEPEST {
        return None;
    }
    match value.kind() {
        Kind::List => {
            let preserves =
                schema.is_some_and(|schema| schema.preserve_unknown_fields) || unknown == Unknown::Kept;
            let items = schema.and_then(Structural::items);
            if items.is_none() && preserves || value.elements().next().is_none() {
                return None;
            }
            let unknown = if preserves {
                Unknown::Kept
            } else {
                Unknown::Removed
            };
            let mut changed = None;
            for (index, element) in value.elements().enumerate() {
                let Some(new) = pruned(element, items, unknown, depth + 1) else {
                    continue;
                };
                let all = changed.get_or_insert_with(|| value.elements().map(Out::Input).collect::<Vec<_>>());
                if let Some(place) = all.get_mut(index) {
                    *place = new;
                }
            }
            changed.map(|elements| Out::List(elements, None))
        }
        Kind::Object => {
            let keeps =
                unknown == Unknown::Kept || schema.is_some_and(|schema| schema.preserve_unknown_fields);
            let is_resource = schema.is_some_and(Structural::is_embedded_resource);
            let mut changed: Option<Vec<(_, Out<'a>)>> = None;
            let mut place = 0;
            for (index, (name, member)) in value.members().enumerate() {
                let new = if is_resource && matches!(&*name, "apiVersion" | "kind" | "metadata") {
                    None
                } else {
                    match known(schema, &name, &mut place) {
                        Some(schema) => match pruned(member, schema, Unknown::Removed, depth + 1) {
                            None => None,
                            new => Some(new),
                        },
                        None if keeps => None,
                        None => Some(None),
                    }
                };
                match (new, &mut changed) {
                    (None, None) => {}
                    (None, Some(members)) => members.push((name, Out::Input(member))),
                    (Some(new), changed) => {
                        let members = changed.get_or_insert_with(|| {
                            let before = value.members().take(index);
                            before.map(|(name, member)| (name, Out::Input(member))).collect()
                        });
                        members.extend(new.map(|new| (name, new)));
                    }
                }
            }
            changed.map(Out::Object)
        }
        _ => None,
    }
}

/// Returns whether a member is known, and its schema if it has one.
#[expect(clippy::option_option, reason = "a member may be known without a schema")]
fn known<'s>(
    schema: Option<&'s Structural>,
    name: &str,
    place: &mut usize,
) -> Option<Option<&'s Structural>> {
    let schema = schema?;
    match (schema.member_from(name, place), schema.additional()) {
        (Some(member), _) => Some(Some(member)),
        (None, Some(Additional::Schema(_) | Additional::Bool(_))) => Some(None),
        (None, None) => None,
    }
}

/// Whether a value has the types of the schema.
pub(super) fn has_types(value: Json<'_>, schema: &Structural) -> bool {
    if value.is_null() {
        return schema.generic.nullable || matches!(schema.shape, StructuralShape::Any);
    }
    match (&schema.shape, value.kind()) {
        (StructuralShape::Any, _)
        | (StructuralShape::String | StructuralShape::IntOrString { .. }, Kind::String)
        | (StructuralShape::Boolean, Kind::Boolean)
        | (StructuralShape::Number, Kind::Number) => true,
        (StructuralShape::Integer | StructuralShape::IntOrString { .. }, Kind::Number) => value
            .raw()
            .parse::<f64>()
            .is_ok_and(|number| number.fract() == 0.0),
        (StructuralShape::Array(array), Kind::List) => {
            value.elements().all(|element| has_types(element, &array.items))
        }
        (StructuralShape::Object(_), Kind::Object) => value.members().all(|(name, member)| {
            schema
                .member(&name)
                .is_none_or(|schema| has_types(member, schema))
        }),
        _ => false,
    }
}
