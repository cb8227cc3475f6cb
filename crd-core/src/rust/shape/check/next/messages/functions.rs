//! The declarations of the functions that convert a value between versions.

use crate::rust::shape::check::json_type::JsonType;
use crate::rust::shape::check::members::find;
use crate::rust::shape::check::resolve::{next_of, resolve};
use crate::rust::shape::check::text::{Message, Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Field, Kind, Shape};

/// Returns the declarations of the functions that convert a value.
#[inline]
pub(in super::super) const fn signatures(older: &'static Shape, newer: &'static Shape) -> Message {
    let (a, b) = (rust_type(older), rust_type(newer));
    let (a, b) = (a.as_str(), b.as_str());
    message!(
        " with `fn up(value: {}) -> Option<{}>` and `fn down(value: {}) -> Option<{}>`, where `None` means \
         that the other version cannot represent the value{}{}",
        [
            a,
            b,
            b,
            a,
            equal_names(older, newer).as_str(),
            inverse(older, newer).as_str()
        ]
    )
}

/// Tells apart two types of one name, of which each version has one. Types with as many fields may be one type.
#[inline]
const fn equal_names(older: &'static Shape, newer: &'static Shape) -> Message {
    let (a, b) = (element(older), element(newer));
    let are_different = match (a.kind, b.kind) {
        (Kind::Object(fields), Kind::Object(others)) => fields.len() != others.len(),
        (Kind::StringEnum(values), Kind::StringEnum(others)) => values.len() != others.len(),
        _ => false,
    } || next_of(a).is_some();
    if are_different && same(a.name, b.name) {
        message!("; write the module before the `{}` of the next version", [b.name])
    } else {
        Message::NEW
    }
}

/// Whether two types, or those of their elements, are objects of one name.
#[inline]
pub(super) const fn are_of_two_versions(one: &'static Shape, other: &'static Shape) -> bool {
    let (a, b) = (element(one), element(other));
    matches!((a.kind, b.kind), (Kind::Object(_), Kind::Object(_))) && same(a.name, b.name)
}

/// Returns the elements of a list or the values of a map, or the type itself.
#[inline]
const fn element(shape: &'static Shape) -> &'static Shape {
    let shape = resolve(shape);
    match shape.kind {
        Kind::Array(inside) | Kind::Map(inside) => resolve(inside),
        _ => shape,
    }
}

/// Names the inverse that probably converts a number.
#[inline]
const fn inverse(older: &'static Shape, newer: &'static Shape) -> Message {
    if !matches!(JsonType::of(resolve(older)), JsonType::Integer) {
        return Message::NEW;
    }
    let name = resolve(newer).name;
    let inverse = if same(name, "Duration") {
        "SecondsAsDuration"
    } else if same(name, "Quantity") {
        "NumberAsQuantity"
    } else if same(name, "String") {
        "NumberAsText"
    } else {
        return Message::NEW;
    };
    message!("; or name an inverse: `by = crd_core::inverses::{}`", [inverse])
}

#[inline]
pub(in super::super) const fn rust_type(shape: &'static Shape) -> Message {
    match resolve(shape).kind {
        Kind::Array(items) => message!("Vec<{}>", [resolve(items).name]),
        Kind::Map(values) => message!("BTreeMap<String, {}>", [resolve(values).name]),
        _ => message!("{}", [resolve(shape).name]),
    }
}

#[inline]
pub(super) const fn field_of(shape: &'static Shape, name: &'static str) -> &'static Shape {
    match find(shape, name, Suggestion::NOTHING).0 {
        FoundMember::Field(field) => field.shape,
        FoundMember::Content(content) => content,
        _ => Field::PLAIN.shape,
    }
}
