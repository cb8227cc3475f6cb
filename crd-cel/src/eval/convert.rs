//! Conversions between types: `int(x)`, `string(x)` …

use super::function::Function;
use super::value::{Library, Text, Value};
use crate::go::{
    Timestamp, TimestampError, format_float, parse_bool, parse_duration, parse_float, parse_timestamp,
    parse_uint,
};

/// The result of a conversion, or the server's error.
pub(super) fn convert<'a>(function: Function, value: &Value<'a>, server: u8) -> Value<'a> {
    let converted = match function {
        Function::Dyn => return value.clone(),
        Function::Type => return Value::Type(type_of(value, server)),
        Function::Bool => to_bool(value),
        Function::Bytes => to_bytes(value),
        Function::Double => to_double(value),
        Function::Duration => to_duration(value, server),
        Function::Int => to_int(value),
        Function::String => to_string(value),
        Function::Timestamp => to_timestamp(value),
        Function::Uint => to_uint(value),
        _ => None,
    };
    converted.unwrap_or_else(|| {
        Value::error(format!(
            "no such overload: {}({})",
            function.name(),
            value.type_name()
        ))
    })
}

/// The last server that calls the type of optionals by a short name.
const SHORT_NAME_UNTIL: u8 = 30;

/// The name of the type of a value on a server.
pub(super) fn type_name<'v>(value: &'v Value<'_>, server: u8) -> &'v str {
    match value {
        Value::Optional(_) if server <= SHORT_NAME_UNTIL => "optional",
        _ => value.type_name(),
    }
}

/// A type as Go prints it.
pub(super) fn printed_type(name: &str, server: u8) -> String {
    match name {
        "list" if server <= EMPTY_PARAMETERS_UNTIL => "list()".to_owned(),
        "list" => "list(dyn)".to_owned(),
        "map" if server <= EMPTY_PARAMETERS_UNTIL => "map(, )".to_owned(),
        "map" => "map(dyn, dyn)".to_owned(),
        "optional_type" if server >= 37 => "optional_type(dyn)".to_owned(),
        other => other.to_owned(),
    }
}

/// The last server that prints types of lists and maps without their parameters.
const EMPTY_PARAMETERS_UNTIL: u8 = 33;

/// The type of a value, by its name.
fn type_of<'a>(value: &Value<'a>, server: u8) -> Text<'a> {
    Text::Owned(type_name(value, server).into())
}

/// The error of a value whose type could be converted but that cannot itself.
fn failed<'a>(value: &Value<'a>, target: &str) -> Value<'a> {
    Value::error(format!(
        "type conversion error from '{}' to '{target}'",
        value.type_name()
    ))
}

fn made<'a, T>(
    found: Option<T>,
    of: impl FnOnce(T) -> Value<'a>,
    value: &Value<'a>,
    target: &str,
) -> Value<'a> {
    found.map_or_else(|| failed(value, target), of)
}

fn to_bool<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) => Some(made(parse_bool(text.as_str()), Value::Bool, value, "bool")),
        _ => None,
    }
}

fn to_bytes<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    match value {
        Value::Bytes(_) => Some(value.clone()),
        Value::String(text) => Some(Value::Bytes(text.as_str().as_bytes().into())),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "CEL rounds to the nearest double")]
fn to_double<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    match value {
        Value::Double(_) => Some(value.clone()),
        Value::Int(value) => Some(Value::Double(*value as f64)),
        Value::Uint(value) => Some(Value::Double(*value as f64)),
        Value::String(text) => Some(made(parse_float(text.as_str()), Value::Double, value, "double")),
        _ => None,
    }
}

/// The last server whose integers know of durations, although none can be made of one.
const DURATIONS_OF_INTEGERS_UNTIL: u8 = 36;

fn to_duration<'a>(value: &Value<'a>, server: u8) -> Option<Value<'a>> {
    const TARGET: &str = "google.protobuf.Duration";
    match value {
        Value::Duration(_) => Some(value.clone()),
        Value::Int(_) if server <= DURATIONS_OF_INTEGERS_UNTIL => Some(failed(value, TARGET)),
        Value::String(text) => Some(made(
            parse_duration(text.as_str()).ok(),
            Value::Duration,
            value,
            TARGET,
        )),
        _ => None,
    }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// The number that a double is without any loss.
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "the range is checked, and the comparison is meant to be exact"
)]
pub(super) fn whole(value: f64) -> Option<i64> {
    (value > -TWO_TO_63 && value < TWO_TO_63 && value.trunc() == value).then_some(value as i64)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "CEL truncates, and the range is checked"
)]
fn to_int<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    let overflow = || Value::error("integer overflow");
    match value {
        Value::Int(_) => Some(value.clone()),
        Value::Uint(value) => Some(i64::try_from(*value).map_or_else(|_| overflow(), Value::Int)),
        Value::Double(value) if *value > -TWO_TO_63 && *value < TWO_TO_63 => Some(Value::Int(*value as i64)),
        Value::Double(_) => Some(overflow()),
        Value::String(text) => Some(made(text.as_str().parse().ok(), Value::Int, value, "int")),
        Value::Duration(nanos) => Some(Value::Int(*nanos)),
        Value::Timestamp(timestamp) => Some(Value::Int(timestamp.seconds)),
        _ => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn to_uint<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    let overflow = || Value::error("unsigned integer overflow");
    match value {
        Value::Uint(_) => Some(value.clone()),
        Value::Int(value) => Some(u64::try_from(*value).map_or_else(|_| overflow(), Value::Uint)),
        Value::Double(value) if *value >= 0.0 && *value < TWO_TO_64 => Some(Value::Uint(*value as u64)),
        Value::Double(_) => Some(overflow()),
        Value::String(text) => Some(made(parse_uint(text.as_str()), Value::Uint, value, "uint")),
        _ => None,
    }
}

fn to_string<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    Some(match value {
        Value::String(_) => value.clone(),
        Value::Bool(value) => Value::owned(value.to_string()),
        Value::Int(value) => Value::owned(value.to_string()),
        Value::Uint(value) => Value::owned(value.to_string()),
        Value::Double(value) => Value::owned(format_float(*value)),
        Value::Duration(nanos) => Value::owned(seconds(*nanos)),
        Value::Timestamp(timestamp) => Value::owned(timestamp.to_string()),
        Value::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::owned(text),
            Err(_) => Value::error("invalid UTF-8 in bytes, cannot convert to string"),
        },
        Value::Library(library) => match &**library {
            Library::Ip(ip) => Value::owned(ip.to_string()),
            Library::Cidr(cidr) => Value::owned(cidr.to_string()),
            _ => return None,
        },
        _ => return None,
    })
}

fn to_timestamp<'a>(value: &Value<'a>) -> Option<Value<'a>> {
    const TARGET: &str = "google.protobuf.Timestamp";
    let parsed = match value {
        Value::Timestamp(_) => return Some(value.clone()),
        Value::Int(seconds) => Timestamp::new(*seconds, 0, 0),
        Value::String(text) => parse_timestamp(text.as_str()),
        _ => return None,
    };
    Some(match parsed {
        Ok(timestamp) => Value::Timestamp(timestamp),
        Err(TimestampError::Overflow) => Value::error("timestamp overflow"),
        Err(_) => failed(value, TARGET),
    })
}

/// A duration as seconds, `5400s`.
#[expect(
    clippy::cast_precision_loss,
    reason = "the server computes the seconds in floating point"
)]
pub(super) fn seconds(nanos: i64) -> String {
    // As Go adds them: one division of all nanoseconds would round otherwise.
    let seconds = (nanos / 1_000_000_000) as f64 + (nanos % 1_000_000_000) as f64 / 1e9;
    format!("{seconds}s")
}
