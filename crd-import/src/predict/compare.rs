//! Compares two schemas node by node.

use crd_core::sort::sort;
use std::borrow::Cow;
use std::collections::BTreeSet;

use crd_core::structural::{Additional, Generic, Structural, StructuralShape, ValueValidation};

use super::ImportScope;
use crate::place::{SchemaPosition, SchemaStep};

/// Adds the places at which two schemas differ: those of the nearest fields, since a field can have a written schema.
pub(crate) fn differences(
    wanted: &Structural,
    found: &Structural,
    place: &SchemaPosition,
    written: &BTreeSet<SchemaPosition>,
    scope: ImportScope,
    differing: &mut BTreeSet<SchemaPosition>,
) {
    if written.contains(place) {
        return;
    }
    if !is_same_node(wanted, found, scope) {
        differing.insert(place.nearest_field());
        return;
    }
    let mut below = |wanted: &Structural, found: &Structural, step: SchemaStep| {
        differences(wanted, found, &place.below(step), written, scope, differing);
    };
    match (&wanted.shape, &found.shape) {
        (StructuralShape::Object(a), StructuralShape::Object(b)) => {
            for (name, member) in a.properties.iter() {
                match b.properties.get(name) {
                    Some(other) => below(member, other, SchemaStep::Member(name.to_owned())),
                    None if scope == ImportScope::Everything => {
                        differing.insert(place.member(name));
                        return;
                    }
                    None => {}
                }
            }
            if let (Some(Additional::Schema(a)), Some(Additional::Schema(b))) = (&a.additional, &b.additional)
            {
                below(a, b, SchemaStep::Value);
            }
        }
        (StructuralShape::Array(a), StructuralShape::Array(b)) => {
            below(&a.items, &b.items, SchemaStep::Element);
        }
        _ => {}
    }
}

/// Whether two nodes are equal, without their children and without keywords that have no effect.
fn is_same_node(a: &Structural, b: &Structural, scope: ImportScope) -> bool {
    is_same_shape(&a.shape, &b.shape)
        && is_same_generic(&a.generic, &b.generic)
        && a.preserve_unknown_fields == b.preserve_unknown_fields
        && restrictions(&a.validation, scope) == restrictions(&b.validation, scope)
        && a.rules == b.rules
        && a.misplaced == b.misplaced
}

fn is_same_shape(a: &StructuralShape, b: &StructuralShape) -> bool {
    match (a, b) {
        (StructuralShape::Object(a), StructuralShape::Object(b)) => {
            let have_same_values = match (&a.additional, &b.additional) {
                (Some(Additional::Schema(_)), Some(Additional::Schema(_))) => true,
                (a, b) => a == b,
            };
            have_same_values && a.embedded_resource == b.embedded_resource && a.map_type == b.map_type
        }
        (StructuralShape::Array(a), StructuralShape::Array(b)) => a.list_type == b.list_type,
        (a, b) => a == b,
    }
}

fn is_same_generic(a: &Generic, b: &Generic) -> bool {
    a.title == b.title
        && a.description.trim() == b.description.trim()
        && a.default == b.default
        && a.nullable == b.nullable
        && a.example == b.example
        && a.external_docs == b.external_docs
}

/// Returns the restrictions with `required` sorted, since its order has no effect; without `required` if the configuration excludes
/// members.
fn restrictions(validation: &ValueValidation, scope: ImportScope) -> Cow<'_, ValueValidation> {
    let Some(required) = &validation.required else {
        return Cow::Borrowed(validation);
    };
    let mut required: Vec<_> = required.clone();
    sort(&mut required);
    required.dedup();
    let mut validation = validation.clone();
    validation.required = (scope == ImportScope::Everything && !required.is_empty()).then_some(required);
    Cow::Owned(validation)
}
