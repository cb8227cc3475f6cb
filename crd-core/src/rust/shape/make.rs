//! Const setters, with which the derive macros build constants: each call sets one member. The compiler evaluates them
//! faster than a struct literal that copies all other members from a base.

use super::macros::setters;
use super::{Attrs, Field, Literal, Null, Presence, RustSource, Shape};

setters!(Shape {
    optional: bool => optional;
    nullable: bool => nullable;
    attrs: &'static Attrs => attrs;
    source: Option<fn() -> &'static RustSource> => source;
});

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
