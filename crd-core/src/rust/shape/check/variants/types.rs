//! Decides whether two types have one structural schema, apart from restrictions.

use super::form::schema_type;
use crate::rust::shape::check::json_type::JsonType;
use crate::rust::shape::check::members::find;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Attrs, Content, Field, Kind, Null, Shape, Tagging};

/// Whether a schema has a type.
#[derive(Clone, Copy)]
pub(super) enum Openness {
    Typed,
    IntOrString,
    Any,
    /// Made at run time.
    Unknown,
}

impl Openness {
    #[inline]
    pub(super) const fn of(shape: &'static Shape, attrs: &Attrs) -> Self {
        let inner = resolve(shape);
        if attrs.foreign.is_some() || inner.attrs.foreign.is_some() {
            return Openness::Unknown;
        }
        if attrs.int_or_string || inner.attrs.int_or_string {
            return Openness::IntOrString;
        }
        if attrs.preserve_unknown_fields {
            return Openness::Any;
        }
        match inner.kind {
            Kind::Foreign(_) | Kind::Alias(_) => Openness::Unknown,
            Kind::IntOrString => Openness::IntOrString,
            Kind::Any => Openness::Any,
            _ => Openness::Typed,
        }
    }
}

/// Whether null is a value of a type: serde writes a unit variant of an untagged enum as null.
#[inline]
pub(super) const fn may_be_null(shape: &'static Shape) -> bool {
    if shape.nullable {
        return true;
    }
    let Kind::Variants(Tagging::Untagged, variants) = resolve(shape).kind else {
        return false;
    };
    each!(for variant in variants {
        match variant.content {
            Content::Unit => return true,
            Content::Newtype(content) if may_be_null(content) => return true,
            _ => {}
        }
    });
    false
}

/// Whether null is a value of a field.
#[inline]
pub(super) const fn nullable(field: &Field) -> bool {
    match field.null {
        Null::Allowed => true,
        Null::Refused => false,
        Null::FromType => may_be_null(field.shape),
    }
}

/// Whether two shapes have the same type in a structural schema, regardless of other restrictions.
#[inline]
pub(super) const fn agree(one: &'static Shape, other: &'static Shape) -> bool {
    match (Openness::of(one, &Attrs::NONE), Openness::of(other, &Attrs::NONE)) {
        (Openness::Typed, Openness::Typed) => {}
        (Openness::Unknown, _) | (_, Openness::Unknown) => return true,
        (a, b) => return a as u8 == b as u8,
    }
    let (one, other) = (resolve(one), resolve(other));
    match (one.kind, other.kind) {
        (Kind::Object(a), Kind::Object(b)) => {
            one.attrs.preserve_unknown_fields == other.attrs.preserve_unknown_fields
                && a.len() == b.len()
                && subset(a, other)
        }
        (Kind::Variants(..), Kind::Variants(..)) | (Kind::Union { .. }, Kind::Union { .. }) => {
            same(one.name, other.name)
        }
        (Kind::EmbeddedResource(_), Kind::EmbeddedResource(_)) => true,
        _ => types_agree(schema_type(one), schema_type(other)),
    }
}

/// Whether two values that are not both objects have the same type in a structural schema.
#[inline]
pub(super) const fn types_agree(one: JsonType, other: JsonType) -> bool {
    match (one, other) {
        (JsonType::List(a), JsonType::List(b)) => may_be_null(a) == may_be_null(b) && agree(a, b),
        (JsonType::Map(a), JsonType::Map(b)) => {
            may_be_null(a) == may_be_null(b) && agree(a, b) && alike(a, b)
        }
        (JsonType::Object, JsonType::Object) => false,
        (a, b) => a.same(b),
    }
}

/// Whether two shapes have the same restrictions too. The values of maps need that, since a branch of a junctor cannot
/// restrict them.
#[inline]
const fn alike(one: &'static Shape, other: &'static Shape) -> bool {
    let (one, other) = (resolve(one), resolve(other));
    if same(one.name, other.name) && !matches!(one.kind, Kind::Array(_) | Kind::Set(_) | Kind::Map(_)) {
        return true;
    }
    match (one.kind, other.kind) {
        (
            Kind::Integer { minimum, maximum },
            Kind::Integer {
                minimum: low,
                maximum: high,
            },
        ) => minimum == low && maximum == high,
        (Kind::Array(a), Kind::Array(b)) | (Kind::Set(a), Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) => {
            alike(a, b)
        }
        _ => false,
    }
}

#[inline]
const fn subset(fields: &'static [Field], other: &'static Shape) -> bool {
    each!(for field in fields {
        if !field.flatten {
            match find(other, field.name, Suggestion::NOTHING) {
                (FoundMember::Field(found), _)
                    if agree(field.shape, found.shape) && nullable(field) == nullable(found) => {}
                _ => return false,
            }
        }
    });
    true
}
