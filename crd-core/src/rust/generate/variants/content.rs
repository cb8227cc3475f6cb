//! What one variant holds.

use crate::model::structural::{Array, Object, Structural, StructuralShape};
use crate::rust::generate::context::Context;
use crate::rust::generate::{node, object};
use crate::rust::shape::{Content, Kind, Shape, Tagging, Variant};

/// What a variant holds; `None` for nothing.
pub(super) fn content(cx: &mut Context, tagging: Tagging, variant: &Variant) -> Option<Structural> {
    match variant.content {
        Content::Unit => None,
        // Where contents are merged, a union says what it asks for without rules, as it does in long lists.
        Content::Newtype(shape) if tagging != Tagging::External && is_union(shape) => {
            Some(cx.elements(false, |cx| node::build(cx, shape)))
        }
        Content::Newtype(shape) => Some(node::build(cx, shape)),
        Content::Struct(fields) => Some(object::build(cx, fields)),
        Content::Tuple(shapes) => Some(tuple(cx, variant.name, shapes)),
    }
}

/// The members of what a variant holds, among other members.
pub(super) fn among_others(cx: &mut Context, variant: &Variant) -> Structural {
    match variant.content {
        Content::Newtype(shape) if !is_unit(shape) => object::flattened(cx, variant.name, shape),
        Content::Unit | Content::Newtype(_) => Structural::new(StructuralShape::Object(Object::default())),
        Content::Struct(fields) => object::build(cx, fields),
        Content::Tuple(shapes) => tuple(cx, variant.name, shapes),
    }
}

/// Several values of one type: a list of fixed length.
fn tuple(cx: &mut Context, name: &str, shapes: &[&Shape]) -> Structural {
    let mut items = shapes
        .iter()
        .map(|shape| node::build(cx, shape))
        .collect::<Vec<_>>()
        .into_iter();
    let Some(first) = items.next() else {
        return Structural::new(StructuralShape::Object(Object::default()));
    };
    if items.any(|item| item != first) {
        cx.problem(format!(
            "variant `{name}` holds values of different types, which a list in a structural schema cannot; use named \
             fields"
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

/// Whether serde refuses members that the variant does not know.
pub(super) fn is_closed(variant: &Variant, closed: bool) -> bool {
    match variant.content {
        Content::Struct(_) => closed,
        Content::Newtype(shape) => {
            let mut shape = shape;
            while let Kind::Alias(inner) = shape.kind {
                shape = inner;
            }
            // serde looks for one variant among all members.
            shape.attrs.closed || matches!(shape.kind, Kind::Variants(Tagging::External, _))
        }
        Content::Unit | Content::Tuple(_) => false,
    }
}

fn is_union(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Alias(inner) => is_union(inner),
        Kind::Union { .. } => true,
        _ => false,
    }
}

/// A type whose values are nothing, such as `()`: serde writes only the tag beside it.
fn is_unit(shape: &Shape) -> bool {
    match shape.kind {
        Kind::Alias(inner) => is_unit(inner),
        Kind::Object([]) => shape.nullable && shape.attrs.validation.max_properties == Some(0),
        _ => false,
    }
}
