//! Constant values and the conversions between them.

use crate::ast::{Ast, Literal};

use super::ConversionFailure;
use crate::go::{
    Timestamp, TimestampError, format_float, parse_bool, parse_duration, parse_float, parse_timestamp,
    parse_uint,
};

/// A value known before the expression runs.
#[derive(Clone)]
#[cfg_attr(test, derive(Debug, PartialEq))]
pub(super) enum Value {
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

impl Value {
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

/// The result of `function(value)`, or why there is none and the run-time error's text.
pub(super) fn convert(value: &Value, function: &str) -> Result<Value, (ConversionFailure, String)> {
    let target = match function {
        "dyn" => return Ok(value.clone()),
        "type" => return Ok(Value::Type),
        "duration" => "google.protobuf.Duration",
        "timestamp" => "google.protobuf.Timestamp",
        other => other,
    };
    let no_overload = || {
        let text = format!("no such overload: {function}({})", value.type_name());
        (ConversionFailure::NoOverload, text)
    };
    let converted = match function {
        "bool" => to_bool(value),
        "bytes" => to_bytes(value),
        "double" => to_double(value),
        "duration" => to_duration(value),
        "int" => to_int(value),
        "string" => to_string(value),
        "timestamp" => to_timestamp(value),
        "uint" => to_uint(value),
        _ => None,
    };
    converted
        .ok_or_else(no_overload)?
        .map_err(|error| (error.reason(), error.text(value, target)))
}

/// Why a value of a type that can be converted cannot.
enum Failure {
    NotConvertible,
    OutOfRange(&'static str),
    NotUtf8(&'static str),
}

impl Failure {
    fn reason(&self) -> ConversionFailure {
        match self {
            Self::NotConvertible => ConversionFailure::Malformed,
            Self::OutOfRange(_) => ConversionFailure::OutOfRange,
            Self::NotUtf8(_) => ConversionFailure::NotUtf8,
        }
    }

    fn text(&self, value: &Value, target: &str) -> String {
        match self {
            Self::NotConvertible => {
                format!("type conversion error from '{}' to '{target}'", value.type_name())
            }
            Self::OutOfRange(text) | Self::NotUtf8(text) => (*text).to_owned(),
        }
    }
}

/// `None` where no overload takes the type.
type Converted = Option<Result<Value, Failure>>;

fn made<T>(value: Option<T>, of: impl FnOnce(T) -> Value) -> Result<Value, Failure> {
    value.map(of).ok_or(Failure::NotConvertible)
}

fn to_bool(value: &Value) -> Converted {
    match value {
        Value::Bool(_) => Some(Ok(value.clone())),
        Value::String(text) => Some(made(parse_bool(text), Value::Bool)),
        _ => None,
    }
}

fn to_bytes(value: &Value) -> Converted {
    match value {
        Value::Bytes(_) => Some(Ok(value.clone())),
        Value::String(text) => Some(Ok(Value::Bytes(text.clone().into_bytes()))),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "CEL rounds to the nearest double")]
fn to_double(value: &Value) -> Converted {
    match value {
        Value::Double(_) => Some(Ok(value.clone())),
        Value::Int(value) => Some(Ok(Value::Double(*value as f64))),
        Value::Uint(value) => Some(Ok(Value::Double(*value as f64))),
        Value::String(text) => Some(made(parse_float(text), Value::Double)),
        _ => None,
    }
}

fn to_duration(value: &Value) -> Converted {
    match value {
        Value::Duration(_) => Some(Ok(value.clone())),
        Value::Int(_) => Some(Err(Failure::NotConvertible)),
        Value::String(text) => Some(made(parse_duration(text).ok(), Value::Duration)),
        _ => None,
    }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

#[expect(
    clippy::cast_possible_truncation,
    reason = "CEL truncates, and the range is checked"
)]
fn to_int(value: &Value) -> Converted {
    let overflow = Failure::OutOfRange("integer overflow");
    match value {
        Value::Int(_) => Some(Ok(value.clone())),
        Value::Uint(value) => Some(i64::try_from(*value).map(Value::Int).map_err(|_| overflow)),
        Value::Double(value) if *value > -TWO_TO_63 && *value < TWO_TO_63 => {
            Some(Ok(Value::Int(*value as i64)))
        }
        Value::Double(_) => Some(Err(overflow)),
        Value::String(text) => Some(made(text.parse().ok(), Value::Int)),
        Value::Duration(nanos) => Some(Ok(Value::Int(*nanos))),
        Value::Timestamp(timestamp) => Some(Ok(Value::Int(timestamp.seconds))),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn to_uint(value: &Value) -> Converted {
    let overflow = Failure::OutOfRange("unsigned integer overflow");
    match value {
        Value::Uint(_) => Some(Ok(value.clone())),
        Value::Int(value) => Some(u64::try_from(*value).map(Value::Uint).map_err(|_| overflow)),
        Value::Double(value) if *value >= 0.0 && *value < TWO_TO_64 => Some(Ok(Value::Uint(*value as u64))),
        Value::Double(_) => Some(Err(overflow)),
        Value::String(text) => Some(made(parse_uint(text), Value::Uint)),
        _ => None,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Go computes the seconds in floating point"
)]
fn to_string(value: &Value) -> Converted {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => format_float(*value),
        Value::Duration(nanos) => format!("{}s", *nanos as f64 / 1e9),
        Value::Timestamp(timestamp) => timestamp.to_string(),
        Value::Bytes(bytes) => match String::from_utf8(bytes.clone()) {
            Ok(text) => text,
            Err(_) => {
                return Some(Err(Failure::NotUtf8(
                    "invalid UTF-8 in bytes, cannot convert to string",
                )));
            }
        },
        Value::Null | Value::List | Value::Map | Value::Type => return None,
    };
    Some(Ok(Value::String(text)))
}

fn to_timestamp(value: &Value) -> Converted {
    let made = match value {
        Value::Timestamp(_) => return Some(Ok(value.clone())),
        Value::Int(seconds) => Timestamp::new(*seconds, 0, 0),
        Value::String(text) => parse_timestamp(text),
        _ => return None,
    };
    Some(made.map(Value::Timestamp).map_err(|error| match error {
        TimestampError::Overflow => Failure::OutOfRange("timestamp overflow"),
        TimestampError::Syntax => Failure::NotConvertible,
    }))
}
