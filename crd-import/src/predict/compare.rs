//! Compares two schemas node by node.

use std::collections::BTreeSet;

use crd_core::structural::{Additional, Structural, StructuralShape};

use crate::place::{SchemaPosition, SchemaStep};

/// Adds the places at which two schemas differ: those of the nearest fields, since a field can have a written schema.
///
/// `is_whole` is false if the configuration excludes members; these are not compared.
pub(crate) fn differences(
    wanted: &Structural,
    found: &Structural,
    place: &SchemaPosition,
    written: &BTreeSet<SchemaPosition>,
    is_whole: bool,
    differing: &mut BTreeSet<SchemaPosition>,
) {
    if written.contains(place) {
        return;
    }
    if !is_same_node(wanted, found, is_whole) {
        differing.insert(nearest_field(place));
        return;
    }
    let mut below = |wanted: &Structural, found: &Structural, step: SchemaStep| {
        differences(wanted, found, &place.below(step), written, is_whole, differing);
    };
    match (&wanted.shape, &found.shape) {
        (StructuralShape::Object(a), StructuralShape::Object(b)) => {
            for (name, member) in a.properties.iter() {
                match b.properties.get(name) {
                    Some(other) => below(member, other, SchemaStep::Member(name.to_owned())),
                    None if is_whole => {
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

/// Returns the nearest field that is or contains a place.
pub(crate) fn nearest_field(place: &SchemaPosition) -> SchemaPosition {
    let mut place = place.clone();
    while place
        .steps
        .last()
        .is_some_and(|step| !matches!(step, SchemaStep::Member(_)))
    {
        place.steps.pop();
    }
    place
}

/// Whether two nodes are the same, but for what is below them.
fn is_same_node(a: &Structural, b: &Structural, is_whole: bool) -> bool {
    let (mut a, mut b) = (bare(a), bare(b));
    if !is_whole {
        (a.validation.required, b.validation.required) = (None, None);
    }
    a == b
}

/// A node without its children and without what says nothing.
fn bare(node: &Structural) -> Structural {
    let shape = match &node.shape {
        StructuralShape::Object(object) => StructuralShape::Object(crd_core::structural::Object {
            properties: crd_core::Map::new(),
            additional: match &object.additional {
                Some(Additional::Schema(_)) => Some(Additional::Bool(true)),
                other => other.clone(),
            },
            ..object.clone()
        }),
        StructuralShape::Array(array) => StructuralShape::Array(crd_core::structural::Array {
            items: Box::new(Structural::new(StructuralShape::String)),
            list_type: array.list_type.clone(),
        }),
        other => other.clone(),
    };
    let mut generic = node.generic.clone();
    generic.description = generic.description.trim().into();
    let mut validation = node.validation.clone();
    if let Some(required) = &mut validation.required {
        required.sort();
        required.dedup();
    }
    validation.required = validation.required.filter(|required| !required.is_empty());
    Structural {
        shape,
        generic,
        preserve_unknown_fields: node.preserve_unknown_fields,
        validation,
        rules: node.rules.clone(),
        misplaced: node.misplaced.clone(),
        extended: None,
    }
}
