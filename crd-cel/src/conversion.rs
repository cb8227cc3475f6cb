//! Conversions between CEL's types, as cel-go has them: `int(x)`, `string(x)` …

use std::borrow::Cow;

use crate::go::{
    Timestamp, TimestampError, format_float, parse_bool, parse_duration, parse_float, parse_timestamp,
    parse_uint,
};

/// A value as the input of a conversion.
#[derive(Clone, Copy)]
pub(crate) enum Convertible<'v> {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(&'v str),
    Bytes(&'v [u8]),
    /// Nanoseconds.
    Duration(i64),
    Timestamp(Timestamp),
    /// A value that no conversion accepts.
    Other,
}

/// The result of a conversion.
pub(crate) enum Converted<'v> {
    /// The value unchanged, as it already has the type.
    Unchanged,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Cow<'v, str>),
    Bytes(&'v [u8]),
    /// Nanoseconds.
    Duration(i64),
    Timestamp(Timestamp),
}

/// Why a value cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConversionFailure {
    /// The type does not have this conversion.
    NoOverload,
    /// The text does not have the syntax of the type.
    Malformed,
    /// The value is out of range of the type.
    OutOfRange,
    /// The bytes are not UTF-8.
    NotUtf8,
}

type ConversionResult<'v> = Result<Converted<'v>, ConversionFailure>;

/// Converts a value with `function(value)` as a server does. The error is the reason with the text of the
/// server's error. `type_name` is the name of the value's type.
pub(crate) fn convert<'v>(
    function: &str,
    value: Convertible<'v>,
    type_name: &str,
    server: u8,
) -> Result<Converted<'v>, (ConversionFailure, String)> {
    let converted = match function {
        "bool" => to_bool(value),
        "bytes" => to_bytes(value),
        "double" => to_double(value),
        "duration" => to_duration(value, server),
        "int" => to_int(value),
        "string" => to_string(value),
        "timestamp" => to_timestamp(value),
        "uint" => to_uint(value),
        _ => Err(ConversionFailure::NoOverload),
    };
    converted.map_err(|failure| {
        let text = match (failure, function) {
            (ConversionFailure::NoOverload, _) => format!("no such overload: {function}({type_name})"),
            (ConversionFailure::Malformed, "duration") => malformed(type_name, "google.protobuf.Duration"),
            (ConversionFailure::Malformed, "timestamp") => malformed(type_name, "google.protobuf.Timestamp"),
            (ConversionFailure::Malformed, _) => malformed(type_name, function),
            (ConversionFailure::OutOfRange, "timestamp") => "timestamp overflow".to_owned(),
            (ConversionFailure::OutOfRange, "uint") => "unsigned integer overflow".to_owned(),
            (ConversionFailure::OutOfRange, _) => "integer overflow".to_owned(),
            (ConversionFailure::NotUtf8, _) => "invalid UTF-8 in bytes, cannot convert to string".to_owned(),
        };
        (failure, text)
    })
}

fn malformed(from: &str, to: &str) -> String {
    format!("type conversion error from '{from}' to '{to}'")
}

fn to_bool(value: Convertible<'_>) -> ConversionResult<'_> {
    match value {
        Convertible::Bool(_) => Ok(Converted::Unchanged),
        Convertible::String(text) => parse_bool(text)
            .map(Converted::Bool)
            .ok_or(ConversionFailure::Malformed),
        _ => Err(ConversionFailure::NoOverload),
    }
}

fn to_bytes(value: Convertible<'_>) -> ConversionResult<'_> {
    match value {
        Convertible::Bytes(_) => Ok(Converted::Unchanged),
        Convertible::String(text) => Ok(Converted::Bytes(text.as_bytes())),
        _ => Err(ConversionFailure::NoOverload),
    }
}

#[expect(clippy::cast_precision_loss, reason = "CEL rounds to the nearest double")]
fn to_double(value: Convertible<'_>) -> ConversionResult<'_> {
    match value {
        Convertible::Double(_) => Ok(Converted::Unchanged),
        Convertible::Int(value) => Ok(Converted::Double(value as f64)),
        Convertible::Uint(value) => Ok(Converted::Double(value as f64)),
        Convertible::String(text) => parse_float(text)
            .map(Converted::Double)
            .ok_or(ConversionFailure::Malformed),
        _ => Err(ConversionFailure::NoOverload),
    }
}

/// The last server that declares a conversion of integers to durations, although it always fails.
const DURATIONS_OF_INTEGERS_UNTIL: u8 = 36;

fn to_duration(value: Convertible<'_>, server: u8) -> ConversionResult<'_> {
    match value {
        Convertible::Duration(_) => Ok(Converted::Unchanged),
        Convertible::Int(_) if server <= DURATIONS_OF_INTEGERS_UNTIL => Err(ConversionFailure::Malformed),
        Convertible::String(text) => parse_duration(text)
            .map(Converted::Duration)
            .map_err(|_| ConversionFailure::Malformed),
        _ => Err(ConversionFailure::NoOverload),
    }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

#[expect(
    clippy::cast_possible_truncation,
    reason = "CEL truncates, and the range is checked"
)]
fn to_int(value: Convertible<'_>) -> ConversionResult<'_> {
    match value {
        Convertible::Int(_) => Ok(Converted::Unchanged),
        Convertible::Uint(value) => i64::try_from(value)
            .map(Converted::Int)
            .map_err(|_| ConversionFailure::OutOfRange),
        Convertible::Double(value) if value > -TWO_TO_63 && value < TWO_TO_63 => {
            Ok(Converted::Int(value as i64))
        }
        Convertible::Double(_) => Err(ConversionFailure::OutOfRange),
        Convertible::String(text) => text
            .parse()
            .map(Converted::Int)
            .map_err(|_| ConversionFailure::Malformed),
        Convertible::Duration(nanos) => Ok(Converted::Int(nanos)),
        Convertible::Timestamp(timestamp) => Ok(Converted::Int(timestamp.seconds)),
        _ => Err(ConversionFailure::NoOverload),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn to_uint(value: Convertible<'_>) -> ConversionResult<'_> {
    match value {
        Convertible::Uint(_) => Ok(Converted::Unchanged),
        Convertible::Int(value) => u64::try_from(value)
            .map(Converted::Uint)
            .map_err(|_| ConversionFailure::OutOfRange),
        Convertible::Double(value) if (0.0..TWO_TO_64).contains(&value) => Ok(Converted::Uint(value as u64)),
        Convertible::Double(_) => Err(ConversionFailure::OutOfRange),
        Convertible::String(text) => parse_uint(text)
            .map(Converted::Uint)
            .ok_or(ConversionFailure::Malformed),
        _ => Err(ConversionFailure::NoOverload),
    }
}

fn to_string(value: Convertible<'_>) -> ConversionResult<'_> {
    let text = match value {
        Convertible::String(_) => return Ok(Converted::Unchanged),
        Convertible::Bytes(bytes) => {
            let text = std::str::from_utf8(bytes).map_err(|_| ConversionFailure::NotUtf8)?;
            return Ok(Converted::String(Cow::Borrowed(text)));
        }
        Convertible::Bool(value) => value.to_string(),
        Convertible::Int(value) => value.to_string(),
        Convertible::Uint(value) => value.to_string(),
        Convertible::Double(value) => format_float(value),
        Convertible::Duration(nanos) => seconds(nanos),
        Convertible::Timestamp(timestamp) => timestamp.to_string(),
        Convertible::Other => return Err(ConversionFailure::NoOverload),
    };
    Ok(Converted::String(Cow::Owned(text)))
}

fn to_timestamp(value: Convertible<'_>) -> ConversionResult<'_> {
    let made = match value {
        Convertible::Timestamp(_) => return Ok(Converted::Unchanged),
        Convertible::Int(seconds) => Timestamp::new(seconds, 0, 0),
        Convertible::String(text) => parse_timestamp(text),
        _ => return Err(ConversionFailure::NoOverload),
    };
    made.map(Converted::Timestamp).map_err(|error| match error {
        TimestampError::Overflow => ConversionFailure::OutOfRange,
        TimestampError::Syntax => ConversionFailure::Malformed,
    })
}

/// Formats a duration as seconds, `5400s`.
#[expect(
    clippy::cast_precision_loss,
    reason = "the server computes the seconds in floating point"
)]
pub(crate) fn seconds(nanos: i64) -> String {
    // As Go adds them: one division of all nanoseconds would round otherwise.
    let seconds = (nanos / 1_000_000_000) as f64 + (nanos % 1_000_000_000) as f64 / 1e9;
    format!("{seconds}s")
}

/// Converts a double to the integer that it equals exactly, if there is one.
#[cfg(feature = "eval")]
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "the range is checked, and the comparison is meant to be exact"
)]
pub(crate) fn whole(value: f64) -> Option<i64> {
    (value > -TWO_TO_63 && value < TWO_TO_63 && value.trunc() == value).then_some(value as i64)
}
