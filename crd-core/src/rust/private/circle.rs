//! The next version of a type, unless the versions form a circle: then there is none, so that no constant refers to itself.

use super::custom_resource::DerivesCustomResource;
use crate::rust::shape::{Kind, Schema, Shape};

/// See [`NextVersion`].
pub struct InCircle<const IS_CIRCLE: bool>;

/// Selects the type of the next version. The compiler does not evaluate the constants of a type that is not selected.
pub trait NextVersion<T: ?Sized> {
    /// The type, or one without a next version.
    type Type: ?Sized;
}

impl<T: ?Sized> NextVersion<T> for InCircle<false> {
    type Type = T;
}

impl<T: ?Sized> NextVersion<T> for InCircle<true> {
    type Type = WithoutNext;
}

/// Replaces the next version in a circle.
pub struct WithoutNext;

#[diagnostic::do_not_recommend]
impl Schema for WithoutNext {
    const SHAPE: Shape = Shape::new("", Kind::Boolean);
}

#[diagnostic::do_not_recommend]
impl DerivesCustomResource for WithoutNext {}
