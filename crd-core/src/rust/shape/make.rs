//! Const setters, with which the derive macros build constants: each call sets one member. The compiler evaluates them
//! faster than a struct literal that copies all other members from a base.

use super::macros::setters;
use super::{Attrs, Field, Literal, Null, Presence, RustSource, Shape};

setters!(Shape {
    nullable: bool => nullable;
    attrs: &'static Attrs => attrs;
    source: Option<fn() -> &'static RustSource> => source;
});

/// These take the other shape and not its member: the compiler keeps a reference to a constant forever only if nothing in
/// the constant reads through a reference, and the checks of a generic type need such a reference.
impl Shape {
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn optional_as(mut self, other: &'static Shape) -> Self {
        self.optional = other.optional;
        self
    }

    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn nullable_as(mut self, other: &'static Shape) -> Self {
        self.nullable = other.nullable;
        self
    }
}

impl Field {
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn at(name: &'static str, shape: &'static Shape, description: &'static str) -> Self {
        let mut field = Field::new(name, shape);
        field.description = description;
        field
    }
}

setters!(Field {
    aliases: &'static [&'static str] => aliases;
    presence: Presence => presence;
    null: Null => null;
    default: Literal => Some(default);
    flatten: bool => flatten;
    written_only: bool => written_only;
    attrs: &'static Attrs => attrs;
});
