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

/// The result of `function(value)`, or why there is none and the run-time error's text.
pub(super) fn convert(
    value: &ConstantValue,
    function: &str,
) -> Result<ConstantValue, (ConversionFailure, String)> {
    let target = match function {
        "dyn" => return Ok(value.clone()),
        "type" => return Ok(ConstantValue::Type),
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

/// Why a value cannot be converted although others of its type can.
enum FailedConversion {
    NotConvertible,
    OutOfRange(&'static str),
    NotUtf8(&'static str),
}

impl FailedConversion {
    fn reason(&self) -> ConversionFailure {
        match self {
            Self::NotConvertible => ConversionFailure::Malformed,
            Self::OutOfRange(_) => ConversionFailure::OutOfRange,
            Self::NotUtf8(_) => ConversionFailure::NotUtf8,
        }
    }

    fn text(&self, value: &ConstantValue, target: &str) -> String {
        match self {
            Self::NotConvertible => {
                format!("type conversion error from '{}' to '{target}'", value.type_name())
            }
            Self::OutOfRange(text) | Self::NotUtf8(text) => (*text).to_owned(),
        }
    }
}

/// `None` where no overload takes the type.
type Converted = Option<Result<ConstantValue, FailedConversion>>;

fn made<T>(value: Option<T>, of: impl FnOnce(T) -> ConstantValue) -> Result<ConstantValue, FailedConversion> {
    value.map(of).ok_or(FailedConversion::NotConvertible)
}

fn to_bool(value: &ConstantValue) -> Converted {
    match value {
        ConstantValue::Bool(_) => Some(Ok(value.clone())),
        ConstantValue::String(text) => Some(made(parse_bool(text), ConstantValue::Bool)),
        _ => None,
    }
}

fn to_bytes(value: &ConstantValue) -> Converted {
    match value {
        ConstantValue::Bytes(_) => Some(Ok(value.clone())),
        ConstantValue::String(text) => Some(Ok(ConstantValue::Bytes(text.clone().into_bytes()))),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "CEL rounds to the nearest double")]
fn to_double(value: &ConstantValue) -> Converted {
    match value {
        ConstantValue::Double(_) => Some(Ok(value.clone())),
        ConstantValue::Int(value) => Some(Ok(ConstantValue::Double(*value as f64))),
        ConstantValue::Uint(value) => Some(Ok(ConstantValue::Double(*value as f64))),
        ConstantValue::String(text) => Some(made(parse_float(text), ConstantValue::Double)),
        _ => None,
    }
}

fn to_duration(value: &ConstantValue) -> Converted {
    match value {
        ConstantValue::Duration(_) => Some(Ok(value.clone())),
        ConstantValue::Int(_) => Some(Err(FailedConversion::NotConvertible)),
        ConstantValue::String(text) => Some(made(parse_duration(text).ok(), ConstantValue::Duration)),
        _ => None,
    }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

#[expect(
    clippy::cast_possible_truncation,
    reason = "CEL truncates, and the range is checked"
)]
fn to_int(value: &ConstantValue) -> Converted {
    let overflow = FailedConversion::OutOfRange("integer overflow");
    match value {
        ConstantValue::Int(_) => Some(Ok(value.clone())),
        ConstantValue::Uint(value) => Some(
            i64::try_from(*value)
                .map(ConstantValue::Int)
                .map_err(|_| overflow),
        ),
        ConstantValue::Double(value) if *value > -TWO_TO_63 && *value < TWO_TO_63 => {
            Some(Ok(ConstantValue::Int(*value as i64)))
        }
        ConstantValue::Double(_) => Some(Err(overflow)),
        ConstantValue::String(text) => Some(made(text.parse().ok(), ConstantValue::Int)),
        ConstantValue::Duration(nanos) => Some(Ok(ConstantValue::Int(*nanos))),
        ConstantValue::Timestamp(timestamp) => Some(Ok(ConstantValue::Int(timestamp.seconds))),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn to_uint(value: &ConstantValue) -> Converted {
    let overflow = FailedConversion::OutOfRange("unsigned integer overflow");
    match value {
        ConstantValue::Uint(_) => Some(Ok(value.clone())),
        ConstantValue::Int(value) => Some(
            u64::try_from(*value)
                .map(ConstantValue::Uint)
                .map_err(|_| overflow),
        ),
        ConstantValue::Double(value) if *value >= 0.0 && *value < TWO_TO_64 => {
            Some(Ok(ConstantValue::Uint(*value as u64)))
        }
        ConstantValue::Double(_) => Some(Err(overflow)),
        ConstantValue::String(text) => Some(made(parse_uint(text), ConstantValue::Uint)),
        _ => None,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Go computes the seconds in floating point"
)]
fn to_string(value: &ConstantValue) -> Converted {
    let text = match value {
        ConstantValue::String(text) => text.clone(),
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Uint(value) => value.to_string(),
        ConstantValue::Double(value) => format_float(*value),
        ConstantValue::Duration(nanos) => format!("{}s", *nanos as f64 / 1e9),
        ConstantValue::Timestamp(timestamp) => timestamp.to_string(),
        ConstantValue::Bytes(bytes) => match String::from_utf8(bytes.clone()) {
            Ok(text) => text,
            Err(_) => {
                return Some(Err(FailedConversion::NotUtf8(
                    "invalid UTF-8 in bytes, cannot convert to string",
                )));
            }
        },
        ConstantValue::Null | ConstantValue::List | ConstantValue::Map | ConstantValue::Type => return None,
    };
    Some(Ok(ConstantValue::String(text)))
}

fn to_timestamp(value: &ConstantValue) -> Converted {
    let made = match value {
        ConstantValue::Timestamp(_) => return Some(Ok(value.clone())),
        ConstantValue::Int(seconds) => Timestamp::new(*seconds, 0, 0),
        ConstantValue::String(text) => parse_timestamp(text),
        _ => return None,
    };
    Some(made.map(ConstantValue::Timestamp).map_err(|error| match error {
        TimestampError::Overflow => FailedConversion::OutOfRange("timestamp overflow"),
        TimestampError::Syntax => FailedConversion::NotConvertible,
    }))
}
