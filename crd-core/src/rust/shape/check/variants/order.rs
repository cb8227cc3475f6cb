//! Finds variants of untagged enums that serde never reads.
//!
//! ```text
//! enum Port { Number(f64), Whole(i64) }           serde reads `8080` as `Number`
//! enum Target { Any { name: Option<String> }, Host { host: String } }      and `{"host": "a"}` as `Any`
//! ```

use crate::rust::shape::check::members::is_among;
use crate::rust::shape::check::resolve::is_open;
use crate::rust::shape::check::text::same;
use crate::rust::shape::{Content, Field, Kind, Shape, Variant};

/// Maximum depth to which types are compared.
const DEPTH: usize = 8;

/// Whether serde, which tries variants in order, reads each value of `later` as `earlier`; `false` if that is not certain.
#[inline]
pub(super) const fn reads_all(earlier: &'static Variant, later: &'static Variant) -> bool {
    match (earlier.content, later.content) {
        (Content::Newtype(one), Content::Newtype(other)) => covers(one, other, DEPTH),
        (Content::Struct(one), Content::Struct(other)) => covers_fields(one, other, DEPTH),
        (Content::Struct(one), Content::Newtype(shape)) => match shape.kind {
            Kind::Object(other) if !shape.nullable && !is_open(shape.attrs) => {
                covers_fields(one, other, DEPTH)
            }
            _ => false,
        },
        (Content::Newtype(shape), Content::Struct(other)) => match shape.kind {
            Kind::Object(one) if !shape.attrs.closed => covers_fields(one, other, DEPTH),
            _ => false,
        },
        _ => false,
    }
}

/// Whether serde reads each value of one type as another. A newtype may have its own deserializer, so it covers nothing.
#[inline]
const fn covers(one: &'static Shape, other: &'static Shape, depth: usize) -> bool {
    if depth == 0 || (other.nullable && !one.nullable) {
        return false;
    }
    match (one.kind, other.kind) {
        (Kind::Number { .. }, Kind::Number { .. } | Kind::Integer { .. }) => same(one.name, "f64"),
        (
            Kind::Integer { minimum, maximum },
            Kind::Integer {
                minimum: least,
                maximum: most,
            },
        ) => is_std_integer(one.name) && minimum <= least && most <= maximum,
        (Kind::String { .. }, Kind::String { .. } | Kind::StringEnum(_)) => same(one.name, "String"),
        (Kind::Boolean, Kind::Boolean) => same(one.name, "bool"),
        (Kind::Array(one), Kind::Array(other)) => covers(one, other, depth - 1),
        (Kind::Object(fields), Kind::Object(others)) => {
            !one.attrs.closed && !is_open(other.attrs) && covers_fields(fields, others, depth - 1)
        }
        _ => false,
    }
}

#[inline]
const fn is_std_integer(name: &str) -> bool {
    let names: &[_] = &[
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "isize", "usize",
    ];
    is_among(names, name)
}

/// Whether each object with some fields can be read as one with others: serde ignores unknown members.
#[inline]
const fn covers_fields(fields: &'static [Field], others: &'static [Field], depth: usize) -> bool {
    each!(for other in others {
        if other.flatten {
            return false;
        }
    });
    each!(for field in fields {
        if field.flatten || !field.aliases.is_empty() {
            return false;
        }
        match find(others, field.name) {
            Some(other) if field_covers(field, other, depth) => {}
            None if !field.is_required() => {}
            _ => return false,
        }
    });
    true
}

#[inline]
const fn field_covers(field: &'static Field, other: &'static Field, depth: usize) -> bool {
    (!field.is_required() || other.is_required())
        && (!other.is_nullable() || field.shape.nullable)
        && covers(field.shape, other.shape, depth)
}

#[inline]
const fn find(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    each!(for field in fields {
        if same(field.name, name) {
            return Some(field);
        }
    });
    None
}
