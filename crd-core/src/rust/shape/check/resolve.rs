//! Resolves aliases of shapes.

use crate::rust::shape::{Attrs, Kind, Next, Shape};

/// Returns the shape behind aliases.
#[inline]
pub(super) const fn resolve(shape: &'static Shape) -> &'static Shape {
    let mut shape = shape;
    while let Kind::Alias(inner) = shape.kind {
        if is_open(shape.attrs) {
            return shape;
        }
        shape = inner;
    }
    shape
}

/// Whether attributes replace the schema of their type or field.
#[inline]
pub(in crate::rust::shape) const fn is_open(attrs: &Attrs) -> bool {
    attrs.foreign.is_some() || attrs.int_or_string || attrs.preserve_unknown_fields
}

/// Returns the mapping of a type, or of the type behind its aliases.
#[inline]
pub(in crate::rust) const fn next_of(shape: &Shape) -> Option<&'static Next> {
    let mut shape = shape;
    loop {
        if let Some(next) = shape.attrs.next {
            return Some(next);
        }
        match shape.kind {
            Kind::Alias(inner) if !is_open(shape.attrs) => shape = inner,
            _ => return None,
        }
    }
}
