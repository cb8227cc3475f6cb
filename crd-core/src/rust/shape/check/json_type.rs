//! The types of JSON values that the checks distinguish.

use super::resolve::resolve;
use super::text::same;
use crate::rust::shape::{Content, Kind, Literal, Shape, Tagging};

/// The type of the values of a shape, as far as the checks distinguish types.
#[derive(Clone, Copy)]
pub(super) enum JsonType {
    Boolean,
    Integer,
    Number,
    String,
    StringEnum,
    IntOrString,
    List(&'static Shape),
    Map(&'static Shape),
    Object,
    /// An untagged enum of scalars, lists or maps.
    EnumWithoutFields,
    Any,
    /// A schema that is computed at run time, or that attributes replace.
    Unknown,
}

impl JsonType {
    #[inline]
    pub(super) const fn of(shape: &'static Shape) -> Self {
        let shape = resolve(shape);
        match shape.kind {
            Kind::Boolean => JsonType::Boolean,
            Kind::Integer { .. } => JsonType::Integer,
            Kind::Number { .. } => JsonType::Number,
            Kind::String { .. } => JsonType::String,
            Kind::StringEnum(_) => JsonType::StringEnum,
            Kind::IntOrString => JsonType::IntOrString,
            Kind::Array(items) | Kind::Set(items) => JsonType::List(items),
            Kind::Map(values) => JsonType::Map(values),
            Kind::Variants(..) if is_enum_without_fields(shape) => JsonType::EnumWithoutFields,
            Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_) => {
                JsonType::Object
            }
            Kind::Any => JsonType::Any,
            Kind::Foreign(_) | Kind::Alias(_) => JsonType::Unknown,
        }
    }

    /// Whether values of any type may be valid, as far as can be determined here.
    #[inline]
    pub(super) const fn is_open(self) -> bool {
        matches!(self, JsonType::Any | JsonType::Unknown)
    }

    /// Whether a literal is of this type. Null is of none.
    #[inline]
    pub(super) const fn admits(self, literal: Literal) -> bool {
        matches!(
            (self, literal),
            (_, Literal::Made(_))
                | (JsonType::Any | JsonType::Unknown | JsonType::EnumWithoutFields, _)
                | (JsonType::Boolean, Literal::Bool(_))
                | (JsonType::Integer, Literal::Int(_))
                | (JsonType::Number, Literal::Int(_) | Literal::Float(_))
                | (JsonType::String | JsonType::StringEnum, Literal::Str(_))
                | (JsonType::IntOrString, Literal::Int(_) | Literal::Str(_))
                | (JsonType::List(_), Literal::List(_))
                | (JsonType::Object | JsonType::Map(_), Literal::Object(_))
        )
    }

    /// Describes the type in messages.
    #[inline]
    pub(super) const fn describe(self) -> &'static str {
        match self {
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "an integer",
            JsonType::Number => "a number",
            JsonType::String => "a string",
            JsonType::StringEnum => "a string enum",
            JsonType::List(_) => "a list",
            JsonType::Map(_) => "a map",
            JsonType::EnumWithoutFields => "an enum without named fields",
            JsonType::Object => "an object",
            JsonType::IntOrString => "an integer or a string",
            JsonType::Any | JsonType::Unknown => "open",
        }
    }

    #[inline]
    pub(super) const fn same(self, other: JsonType) -> bool {
        matches!(
            (self, other),
            (JsonType::Boolean, JsonType::Boolean)
                | (JsonType::Integer, JsonType::Integer)
                | (JsonType::Number, JsonType::Number)
                | (JsonType::String, JsonType::String)
                | (JsonType::IntOrString, JsonType::IntOrString)
                | (JsonType::Any, JsonType::Any)
        )
    }

    #[inline]
    pub(super) const fn is_scalar(self) -> bool {
        matches!(
            self,
            JsonType::Boolean
                | JsonType::Integer
                | JsonType::Number
                | JsonType::String
                | JsonType::StringEnum
                | JsonType::IntOrString
        )
    }

    #[inline]
    pub(super) const fn is_number(self) -> bool {
        matches!(self, JsonType::Integer | JsonType::Number)
    }

    /// Whether the values are among those of an int-or-string.
    #[inline]
    pub(super) const fn is_int_or_string(self) -> bool {
        matches!(
            self,
            JsonType::Integer | JsonType::String | JsonType::StringEnum | JsonType::IntOrString
        )
    }
}

/// Describes the type of the values of a shape in messages.
#[inline]
pub(super) const fn describe(shape: &'static Shape) -> &'static str {
    match resolve(shape).kind {
        Kind::Set(_) => "a set",
        _ => JsonType::of(shape).describe(),
    }
}

/// Returns the type to use instead of one of the standard library that is an object in JSON.
#[inline]
pub(crate) const fn of_std(shape: &'static Shape) -> &'static str {
    match resolve(shape).kind {
        Kind::Object([first, second]) if same(first.name, "secs") && same(second.name, "nanos") => {
            "; `std::time::Duration` is an object with `secs` and `nanos`; for texts such as `1h30m`, use \
             `crd_core::types::Duration`"
        }
        Kind::Object([first, second])
            if same(first.name, "secs_since_epoch") && same(second.name, "nanos_since_epoch") =>
        {
            "; `std::time::SystemTime` is an object with `secs_since_epoch` and `nanos_since_epoch`; for texts such as \
             `2026-01-31T12:00:00Z`, use `crd_core::types::Time`"
        }
        Kind::Array(elements) | Kind::Set(elements) | Kind::Map(elements) => of_std(elements),
        _ => "",
    }
}

/// Whether an enum is untagged and its values are scalars, lists or maps, so that it cannot be flattened. All variants
/// with content have one form, so the first of them decides.
#[inline]
pub(super) const fn is_enum_without_fields(shape: &'static Shape) -> bool {
    let Kind::Variants(Tagging::Untagged, variants) = resolve(shape).kind else {
        return false;
    };
    each!(for variant in variants {
        match variant.content {
            Content::Unit | Content::Tuple([]) => {}
            Content::Tuple(_) => return true,
            Content::Struct(_) => return false,
            Content::Newtype(content) => {
                return !matches!(JsonType::of(content), JsonType::Object);
            }
        }
    });
    false
}
