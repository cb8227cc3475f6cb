//! Messages about fields that choose a variant.

use crate::rust::shape::Shape;
use crate::rust::shape::check::json_type::describe;
use crate::rust::shape::check::members::variants_of;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath};

#[inline]
pub(in super::super) const fn no_discriminator(path: NamePath, discriminator: &'static Shape) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` is a discriminator, so it must be a string or an enum of strings, but it is {}; write \
         functions for all these fields: `moved(…, to(…), up = …, down = …)`",
        [Message::path(path).without_dot(), describe(discriminator)]
    )
}

#[inline]
pub(in super::super) const fn discriminator_differs(why: &str, functions: Message) -> Message {
    message!(
        NEXT_TYPE,
        "`when` copies the discriminator to the next version, but {}{}",
        [why, functions.as_str()]
    )
}

#[inline]
pub(in super::super) const fn discriminator_in_both(name: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "the next version has `{}` too: write `when(\"{}\", to = \"{}\", …)` to keep its value; or, if that \
         is a new field, write `added(\"{}\")`",
        [name, name, name, name]
    )
}

#[inline]
pub(in super::super) const fn no_such_value(discriminator: &'static Shape, value: &'static str) -> Message {
    message!(
        NEXT_PATH,
        "`{}` has no value `{}`, so no object could match this case{}",
        [
            resolve(discriminator).name,
            value,
            variants_of(discriminator, value).as_str()
        ]
    )
}

#[inline]
pub(in super::super) const fn no_case(value: &'static str, functions: Message) -> Message {
    message!(
        NEXT_UNMAPPED,
        "only one of the versions has the discriminator, and no field of the other represents the value \
         `{}`: write a `case(\"{}\", …)`{}",
        [value, value, functions.as_str()]
    )
}
