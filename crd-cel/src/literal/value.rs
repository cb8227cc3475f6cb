//! Constant values and the conversions between them.

use crate::ast::{Ast, Literal};
use crate::conversion::{self, ConversionFailure, Converted, Convertible};
use crate::go::Timestamp;

/// A value that is known before the expression runs.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) enum LiteralValue {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
    /// Nanoseconds.
    Duration(i64),
    Timestamp(Timestamp),
    /// A list of constants; no conversion reads its elements.
    List,
    /// A map of constants.
    Map,
    /// A type.
    Type,
}

impl LiteralValue {
    pub(super) fn of(ast: &Ast, literal: Literal) -> Self {
        match literal {
            Literal::Null => Self::Null,
            Literal::Bool(value) => Self::Bool(value),
            Literal::Int(value) => Self::Int(value),
            Literal::Uint(value) => Self::Uint(value),
            Literal::Double(value) => Self::Double(value),
            Literal::String(text) => Self::String(ast.text(text).to_owned()),
            Literal::Bytes(blob) => Self::Bytes(ast.bytes(blob).to_owned()),
        }
    }

    /// Returns the name of the value's type, as in cel-go's run-time errors.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::List => "list",
            Self::Map => "map",
            Self::Type => "type",
        }
    }
}

/// Checks whether `function` is a conversion that is computed if its argument is constant.
pub(super) fn is_conversion(function: &str) -> bool {
    matches!(
        function,
        "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type" | "uint"
    )
}

/// Returns the result of `function(value)` on a server, or the reason why it fails with the run-time error's text.
pub(super) fn convert(
    value: &LiteralValue,
    function: &str,
    server: u8,
) -> Result<LiteralValue, (ConversionFailure, String)> {
    let convertible = match value {
        _ if function == "dyn" => return Ok(value.clone()),
        _ if function == "type" => return Ok(LiteralValue::Type),
        LiteralValue::Bool(value) => Convertible::Bool(*value),
        LiteralValue::Int(value) => Convertible::Int(*value),
        LiteralValue::Uint(value) => Convertible::Uint(*value),
        LiteralValue::Double(value) => Convertible::Double(*value),
        LiteralValue::String(text) => Convertible::String(text),
        LiteralValue::Bytes(bytes) => Convertible::Bytes(bytes),
        LiteralValue::Duration(nanos) => Convertible::Duration(*nanos),
        LiteralValue::Timestamp(timestamp) => Convertible::Timestamp(*timestamp),
        LiteralValue::Null | LiteralValue::List | LiteralValue::Map | LiteralValue::Type => {
            Convertible::Other
        }
    };
    let converted = conversion::convert(function, convertible, value.type_name(), server)?;
    Ok(match converted {
        Converted::Unchanged => value.clone(),
        Converted::Bool(value) => LiteralValue::Bool(value),
        Converted::Int(value) => LiteralValue::Int(value),
        Converted::Uint(value) => LiteralValue::Uint(value),
        Converted::Double(value) => LiteralValue::Double(value),
        Converted::String(text) => LiteralValue::String(text.into_owned()),
        Converted::Bytes(bytes) => LiteralValue::Bytes(bytes.to_owned()),
        Converted::Duration(nanos) => LiteralValue::Duration(nanos),
        Converted::Timestamp(timestamp) => LiteralValue::Timestamp(timestamp),
    })
}
