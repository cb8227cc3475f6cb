//! The schema of the content of one variant.

use crate::model::structural::{Array, Object, Structural, StructuralShape};
use crate::rust::generate::context::Context;
use crate::rust::generate::variant_schema::UnknownMembers;
use crate::rust::shape::{Content, Kind, Shape, Tagging, Variant};

/// Returns the schema of the content; `None` for a unit variant.
pub(super) fn content(cx: &mut Context, variant: &Variant) -> Option<Structural> {
    match variant.content {
        Content::Unit => None,
        Content::Newtype(shape) => Some(cx.node(shape)),
        Content::Struct(fields) => Some(cx.fields(fields)),
        Content::Tuple(shapes) => Some(tuple(cx, variant.name, shapes)),
    }
}

/// Returns the members of the content, to be merged into the object around it; an object without properties for a unit
/// variant.
pub(super) fn members(cx: &mut Context, variant: &Variant) -> Structural {
    match variant.content {
        Content::Newtype(shape) if !is_unit(shape) => cx.flattened(variant.name, shape),
        Content::Unit | Content::Newtype(_) => Structural::new(StructuralShape::Object(Object::default())),
        Content::Struct(fields) => cx.fields(fields),
        Content::Tuple(shapes) => tuple(cx, variant.name, shapes),
    }
}

/// Returns the schema of a tuple variant with several values of one type: a list of that length.
fn tuple(cx: &mut Context, name: &str, shapes: &[&Shape]) -> Structural {
    let mut items = shapes
        .iter()
        .map(|shape| cx.node(shape))
        .collect::<Vec<_>>()
        .into_iter();
    let Some(first) = items.next() else {
        return Structural::new(StructuralShape::Object(Object::default()));
    };
    if items.any(|item| item != first) {
        cx.problem(format!(
            "variant `{name}` contains values of different types, which a list in a structural schema \
             cannot; use named fields"
        ));
    }
    let mut node = Structural::new(StructuralShape::Array(Array {
        items: Box::new(first),
        list_type: None,
    }));
    let length = i64::try_from(shapes.len()).ok();
    node.validation.min_items = length;
    node.validation.max_items = length;
    node
}

/// How serde treats unknown members of the content; `of_enum` is the policy of the enum's own attributes, which
/// applies to its struct variants.
pub(super) fn unknown_members(variant: &Variant, of_enum: UnknownMembers) -> UnknownMembers {
    match variant.content {
        Content::Struct(_) => of_enum,
        Content::Newtype(shape) => {
            let mut shape = shape;
            while let Kind::Alias(inner) = shape.kind {
                shape = inner;
            }
            // serde reads an externally tagged enum from an object with exactly one member.
            if matches!(shape.kind, Kind::Variants(Tagging::External, _)) {
                UnknownMembers::Refused
            } else {
                UnknownMembers::of_attrs(shape.attrs)
            }
        }
        Content::Unit | Content::Tuple(_) => UnknownMembers::Ignored,
    }
}

/// Whether a type has only one value, as `()`: serde writes only the tag then.
pub(super) fn is_unit(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Alias(inner) => is_unit(inner),
        Kind::Object([]) => shape.nullable && shape.attrs.validation.max_properties == Some(0),
        _ => false,
    }
}
