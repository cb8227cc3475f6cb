//! Constant values and the conversions between them.

use crate::ast::{Ast, Literal};
use crate::conversion::{self, ConversionFailure, Converted, Convertible};
use crate::go::Timestamp;

/// A value known before the expression runs.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) enum ConstantValue {
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
    /// A list of constants; no conversion looks inside.
    List,
    /// A map of constants.
    Map,
    /// A type.
    Type,
}

impl ConstantValue {
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

    /// The name of the value's type, as cel-go's run-time errors show it.
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

/// Whether `function` is a conversion that is computed when its argument is constant.
pub(super) fn is_conversion(function: &str) -> bool {
    matches!(
        function,
        "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type" | "uint"
    )
}

/// The result of `function(value)` on a server, or why there is none and the run-time error's text.
pub(super) fn convert(
    value: &ConstantValue,
    function: &str,
    server: u8,
) -> Result<ConstantValue, (ConversionFailure, String)> {
    let convertible = match value {
        _ if function == "dyn" => return Ok(value.clone()),
        _ if function == "type" => return Ok(ConstantValue::Type),
        ConstantValue::Bool(value) => Convertible::Bool(*value),
        ConstantValue::Int(value) => Convertible::Int(*value),
        ConstantValue::Uint(value) => Convertible::Uint(*value),
        ConstantValue::Double(value) => Convertible::Double(*value),
        ConstantValue::String(text) => Convertible::String(text),
        ConstantValue::Bytes(bytes) => Convertible::Bytes(bytes),
        ConstantValue::Duration(nanos) => Convertible::Duration(*nanos),
        ConstantValue::Timestamp(timestamp) => Convertible::Timestamp(*timestamp),
        ConstantValue::Null | ConstantValue::List | ConstantValue::Map | ConstantValue::Type => {
            Convertible::Other
        }
    };
    let converted = conversion::convert(function, convertible, value.type_name(), server)?;
    Ok(match converted {
        Converted::Unchanged => value.clone(),
        Converted::Bool(value) => ConstantValue::Bool(value),
        Converted::Int(value) => ConstantValue::Int(value),
        Converted::Uint(value) => ConstantValue::Uint(value),
        Converted::Double(value) => ConstantValue::Double(value),
        Converted::String(text) => ConstantValue::String(text.into_owned()),
        Converted::Bytes(bytes) => ConstantValue::Bytes(bytes.to_owned()),
        Converted::Duration(nanos) => ConstantValue::Duration(nanos),
        Converted::Timestamp(timestamp) => ConstantValue::Timestamp(timestamp),
    })
}
