//! Decides whether two versions have the same values, so that conversion between them changes nothing.

use crate::model::structural::{Additional, Object, Structural, StructuralShape};

/// Whether two schemas have the same values with the same members: types, members, nullability and the treatment of unknown
/// members agree. Restrictions, defaults and docs may differ.
pub(super) fn same(a: &Structural, b: &Structural) -> bool {
    a.generic.nullable == b.generic.nullable
        && a.preserve_unknown_fields == b.preserve_unknown_fields
        && match (&a.shape, &b.shape) {
            (StructuralShape::Object(a), StructuralShape::Object(b)) => same_members(a, b),
            (StructuralShape::Array(a), StructuralShape::Array(b)) => {
                a.list_type == b.list_type && same(&a.items, &b.items)
            }
            (StructuralShape::String, StructuralShape::String)
            | (StructuralShape::Integer, StructuralShape::Integer)
            | (StructuralShape::Number, StructuralShape::Number)
            | (StructuralShape::Boolean, StructuralShape::Boolean)
            | (StructuralShape::IntOrString { .. }, StructuralShape::IntOrString { .. })
            | (StructuralShape::Any, StructuralShape::Any) => true,
            _ => false,
        }
}

fn same_members(a: &Object, b: &Object) -> bool {
    a.embedded_resource == b.embedded_resource
        && a.map_type == b.map_type
        && a.properties.len() == b.properties.len()
        && a.properties
            .iter()
            .zip(b.properties.iter())
            .all(|((a, one), (b, other))| a == b && same(one, other))
        && match (&a.additional, &b.additional) {
            (None, None) => true,
            (Some(Additional::Bool(a)), Some(Additional::Bool(b))) => a == b,
            (Some(Additional::Schema(a)), Some(Additional::Schema(b))) => same(a, b),
            _ => false,
        }
}
