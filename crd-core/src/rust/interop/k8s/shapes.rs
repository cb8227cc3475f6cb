//! Functions, macros and shapes that the generated statics are made of.

pub(super) use crate::rust::shape::{Literal, Schema, Shape};

use crate::rust::shape::{Attrs, Field, Kind, ListType, MapType, Null, Presence, Validation};
use crate::rust::types;

macro_rules! scalars {
    ($($name:ident = $shape:expr;)*) => { $( pub(super) static $name: Shape = $shape; )* };
}

scalars! {
    STRING = String::SHAPE;
    BOOLEAN = bool::SHAPE;
    INT32 = i32::SHAPE;
    INT64 = i64::SHAPE;
    BYTES = Shape::new("ByteString", Kind::String { format: "" }).with(&BASE64);
    TIME = types::Time::SHAPE;
    MICRO_TIME = types::MicroTime::SHAPE;
    QUANTITY = types::Quantity::SHAPE;
    INT_OR_STRING = types::IntOrString::SHAPE;
    RAW_EXTENSION = types::RawExtension::SHAPE;
    FIELDS_V1 = Shape { name: "FieldsV1", ..types::RawExtension::SHAPE };
}

/// Kubernetes publishes `format: byte`; in a CRD this format rejects the empty string, which Kubernetes' own types accept.
static BASE64: Attrs = Attrs {
    validation: &Validation {
        any_of: &[
            Validation {
                format: Some("byte"),
                ..Validation::NONE
            },
            Validation {
                max_length: Some(0),
                ..Validation::NONE
            },
        ],
        ..Validation::NONE
    },
    ..Attrs::NONE
};

/// Declares a published type: its static and its `Schema`.
macro_rules! object {
    ($static:ident, $type:ty, $name:literal, $attrs:ident, [$($field:expr),* $(,)?]) => {
        pub(super) static $static: Shape = $crate::interop::k8s::shapes::of_fields($name, &[$($field),*]).with(&$attrs);

        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = $static;
        }
    };
}

/// Attributes of a list of type `map`.
macro_rules! keys {
    ($($key:literal),*) => { $crate::interop::k8s::shapes::keyed(&[$($key),*]) };
}

pub(super) use {keys, object};

pub(super) static PLAIN: Attrs = Attrs::NONE;
pub(super) static ATOMIC_MAP: Attrs = Attrs {
    map_type: Some(MapType::Atomic),
    ..Attrs::NONE
};
pub(super) static GRANULAR_MAP: Attrs = Attrs {
    map_type: Some(MapType::Granular),
    ..Attrs::NONE
};
pub(super) static ATOMIC_LIST: Attrs = Attrs {
    list_type: Some(ListType::Atomic),
    ..Attrs::NONE
};
pub(super) static SET_LIST: Attrs = Attrs {
    list_type: Some(ListType::Set),
    ..Attrs::NONE
};

pub(super) const fn keyed(keys: &'static [&'static str]) -> Attrs {
    Attrs {
        list_type: Some(ListType::Map(keys)),
        ..Attrs::NONE
    }
}

pub(super) const fn of_fields(name: &'static str, fields: &'static [Field]) -> Shape {
    Shape::new(name, Kind::Object(fields))
}

pub(super) const fn list(items: &'static Shape) -> Shape {
    Shape::new("Vec", Kind::Array(items))
}

pub(super) const fn map(values: &'static Shape) -> Shape {
    Shape::new("BTreeMap", Kind::Map(values))
}

/// Returns a field that serde leaves out when it is `None`.
pub(super) const fn optional(name: &'static str, shape: &'static Shape) -> Field {
    Field {
        presence: Presence::Optional,
        null: Null::Refused,
        ..Field::new(name, shape)
    }
}

/// Returns a field that is always present.
pub(super) const fn required(name: &'static str, shape: &'static Shape) -> Field {
    Field {
        presence: Presence::Required,
        ..optional(name, shape)
    }
}

/// Returns a field that the server fills in.
pub(super) const fn default(name: &'static str, shape: &'static Shape, value: Literal) -> Field {
    Field {
        default: Some(value),
        ..optional(name, shape)
    }
}

/// Returns a field with a list type or a map type.
pub(super) const fn with(attrs: &'static Attrs, field: Field) -> Field {
    Field { attrs, ..field }
}
