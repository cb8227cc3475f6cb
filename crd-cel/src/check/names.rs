//! The identifiers and message names that are known without a declaration.

use crate::types::{Type, TypeId};
use crate::version::CompatVersion;

/// Returns the type that a name of the environment denotes. As an expression such a name has the type
/// `type(T)`.
pub(super) fn named_type(name: &str, version: CompatVersion) -> Option<TypeId> {
    Some(match name {
        "bool" => TypeId::BOOL,
        "bytes" => TypeId::BYTES,
        "double" => TypeId::DOUBLE,
        "duration" | "google.protobuf.Duration" => TypeId::DURATION,
        "int" => TypeId::INT,
        "list" => TypeId::LIST_A,
        "map" => TypeId::MAP_A_B,
        "null_type" => TypeId::NULL,
        "string" => TypeId::STRING,
        "timestamp" | "google.protobuf.Timestamp" => TypeId::TIMESTAMP,
        "type" => TypeId::TYPE,
        "uint" => TypeId::UINT,
        "optional_type" => TypeId::OPTIONAL_TYPE,
        "net.IP" if version.has(30) => TypeId::IP,
        "net.CIDR" if version.has(30) => TypeId::CIDR,
        _ => return name.strip_prefix("google.protobuf.").and_then(protobuf_type),
    })
}

fn protobuf_type(name: &str) -> Option<TypeId> {
    Some(match name {
        "Any" => TypeId::ANY,
        "BoolValue" => TypeId::WRAPPER_BOOL,
        "BytesValue" => TypeId::WRAPPER_BYTES,
        "DoubleValue" | "FloatValue" => TypeId::WRAPPER_DOUBLE,
        "Empty" => TypeId::EMPTY,
        "Int32Value" | "Int64Value" => TypeId::WRAPPER_INT,
        "ListValue" => TypeId::LIST_DYN,
        "StringValue" => TypeId::WRAPPER_STRING,
        "Struct" => TypeId::MAP_STRING_DYN,
        "UInt32Value" | "UInt64Value" => TypeId::WRAPPER_UINT,
        "Value" => TypeId::DYN,
        _ => return None,
    })
}

/// Checks whether a dotted name of the environment may begin with this word.
pub(super) fn is_namespace(first: &str) -> bool {
    matches!(first, "google" | "net")
}

/// The only constant of the environment.
pub(super) const NULL_VALUE: &str = "google.protobuf.NullValue.NULL_VALUE";

/// Returns the name of the message that creates a type; cel-go has one name for each.
pub(super) fn message_name(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Any => "google.protobuf.Any",
        Type::Timestamp => "google.protobuf.Timestamp",
        Type::Duration => "google.protobuf.Duration",
        Type::Dyn => "google.protobuf.Value",
        Type::Null => "google.protobuf.NullValue",
        Type::List(TypeId::DYN) => "google.protobuf.ListValue",
        Type::Map(TypeId::STRING, TypeId::DYN) => "google.protobuf.Struct",
        Type::Wrapper(TypeId::BOOL) => "google.protobuf.BoolValue",
        Type::Wrapper(TypeId::BYTES) => "google.protobuf.BytesValue",
        Type::Wrapper(TypeId::DOUBLE) => "google.protobuf.DoubleValue",
        Type::Wrapper(TypeId::INT) => "google.protobuf.Int64Value",
        Type::Wrapper(TypeId::STRING) => "google.protobuf.StringValue",
        Type::Wrapper(TypeId::UINT) => "google.protobuf.UInt64Value",
        _ => return None,
    })
}

/// Returns the fields of a well-known message. `None` if there is no such message.
pub(super) fn message_fields(name: &str) -> Option<&'static [(&'static str, TypeId)]> {
    Some(match name {
        "google.protobuf.Any" => &[("type_url", TypeId::STRING), ("value", TypeId::BYTES)],
        "google.protobuf.Timestamp" | "google.protobuf.Duration" => {
            &[("seconds", TypeId::INT), ("nanos", TypeId::INT)]
        }
        "google.protobuf.Empty" => &[],
        "google.protobuf.Struct" => &[("fields", TypeId::MAP_STRING_DYN)],
        "google.protobuf.ListValue" => &[("values", TypeId::LIST_DYN)],
        "google.protobuf.Value" => &[
            ("null_value", TypeId::NULL),
            ("number_value", TypeId::DOUBLE),
            ("string_value", TypeId::STRING),
            ("bool_value", TypeId::BOOL),
            ("struct_value", TypeId::MAP_STRING_DYN),
            ("list_value", TypeId::LIST_DYN),
        ],
        "google.protobuf.BoolValue" => &[("value", TypeId::BOOL)],
        "google.protobuf.BytesValue" => &[("value", TypeId::BYTES)],
        "google.protobuf.DoubleValue" => &[("value", TypeId::DOUBLE)],
        "google.protobuf.Int64Value" => &[("value", TypeId::INT)],
        "google.protobuf.StringValue" => &[("value", TypeId::STRING)],
        "google.protobuf.UInt64Value" => &[("value", TypeId::UINT)],
        _ => return None,
    })
}

/// Returns the fields that the server's type provider reports for a name. Types that are not messages have none.
pub(super) fn named_fields(name: &str) -> Option<&'static [(&'static str, TypeId)]> {
    match name.strip_prefix('.').unwrap_or(name) {
        "bool" | "bytes" | "double" | "duration" | "int" | "list" | "map" | "null_type" | "string"
        | "timestamp" | "uint" => Some(&[]),
        name => message_fields(name),
    }
}
