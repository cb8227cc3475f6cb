//! Messages about elements of lists and values of maps.

use super::functions::rust_type;
use crate::rust::shape::Shape;
use crate::rust::shape::check::json_type::describe;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::Message;

#[inline]
pub(in super::super) const fn not_by_key(a: &'static Shape, b: &'static Shape) -> Message {
    message!(
        NEXT_TYPE,
        "`keyed_by` converts between a list of objects and a map, but the field is {} in this version and \
         {} in the next version",
        [describe(a), describe(b)]
    )
}

#[inline]
pub(in super::super) const fn key_is_no_text(element: &'static Shape, key: &'static str) -> Message {
    message!(
        NEXT_TYPE,
        "the keys of a map are strings, but `{}` of `{}` is not a string; write functions: `next(up = …, \
         down = …)`",
        [key, resolve(element).name]
    )
}

#[inline]
pub(in super::super) const fn no_place_in_map(name: &'static str) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` is only in the elements of the list or only in the values of the map, but without `value = \
         \"…\"`, the value is the element without its key; set `value`, or write functions: `next(up = …, \
         down = …)`",
        [name]
    )
}

#[inline]
pub(in super::super) const fn value_is_field(key: &'static str, name: &'static str) -> Message {
    message!(
        NEXT_TYPE,
        "without `value`, the values of the map are the elements without their key; for those that are the field `{}`, write \
         `keyed_by = \"{}\", value = \"{}\"`",
        [name, key, name]
    )
}

#[inline]
pub(in super::super) const fn no_place_beside_value(name: &'static str, value: &'static str) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` has no place in the map: with `value = \"{}\"`, the value is that field alone; write functions: \
         `next(up = …, down = …)`",
        [name, value]
    )
}

#[inline]
pub(in super::super) const fn no_element(a: &'static Shape, b: &'static Shape) -> Message {
    message!(
        NEXT_TYPE,
        "`element` maps a field to one element of a list of objects, but the field is {} in this version \
         and {} in the next version",
        [describe(a), describe(b)]
    )
}

#[inline]
pub(in super::super) const fn element_differs(why: Message, functions: &str) -> Message {
    message!(
        NEXT_TYPE,
        "`element` does not change the value, but {}; write functions: `next(up = …, down = …)`{}",
        [why.as_str(), functions]
    )
}

#[inline]
pub(in super::super) const fn element_requires(
    list: &'static Shape,
    name: &'static str,
    functions: Message,
) -> Message {
    let ty = rust_type(list);
    message!(
        NEXT_UNMAPPED,
        "an element of `{}` requires `{}`, which an object of the other version does not have: give it a \
         default, make it optional, or write functions: `next(up = …, down = …)`{}",
        [ty.as_str(), name, functions.as_str()]
    )
}

#[inline]
pub(in super::super) const fn rest_is_no_object(value: &'static Shape) -> Message {
    message!(
        NEXT_TYPE,
        "the values of the map are {}, not the elements without their key: name the field that is the \
         value: `next(keyed_by = \"…\", value = \"…\")`",
        [describe(value)]
    )
}
