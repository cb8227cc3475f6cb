//! Formats values as Go's `%v` prints them in errors.
//!
//! ```text
//! {'a': [null, 1.5]}    {a: [0, 1.5]}
//! duration('90m')       1h30m0s
//! ```

use crate::eval::convert;
use crate::eval::equal::{self, MAX_DEPTH, TOO_DEEP};
use crate::eval::value::{Library, Value};
use crate::go::{Timestamp, format_duration, format_float};

/// Formats a value like `%v`. The server additionally prints the addresses of lists and objects of the data.
pub(crate) fn printed(value: &Value<'_>, server: u8) -> String {
    inside(value, server, 0)
}

/// Formats a value inside `depth` lists, maps and optionals.
fn inside(value: &Value<'_>, server: u8, depth: u32) -> String {
    if depth > MAX_DEPTH {
        return TOO_DEEP.to_owned();
    }
    match value {
        Value::Optional(Some(held)) => {
            let held = inside(held, server, depth + 1);
            ["optional(", &held, ")"].concat()
        }
        Value::List(list) => {
            let mut items = Vec::new();
            for item in list.iter() {
                items.push(inside(&item, server, depth + 1));
            }
            ["[", &items.join(", "), "]"].concat()
        }
        Value::Map(_) | Value::Object(_) => {
            let mut members = Vec::new();
            for (key, value) in equal::members(value) {
                if let Some(value) = value {
                    let key = inside(&key, server, depth + 1);
                    members.push([&key, ": ", &inside(&value, server, depth + 1)].concat());
                }
            }
            ["{", &members.join(", "), "}"].concat()
        }
        other => scalar(other, server),
    }
}

fn scalar(value: &Value<'_>, server: u8) -> String {
    match value {
        Value::Null => "0".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => format_float(*value),
        Value::String(text) => text.as_str().to_owned(),
        Value::Bytes(bytes) => format!("{bytes:?}").replace(',', ""),
        Value::Duration(nanos) => format_duration(*nanos),
        Value::Timestamp(time) => go_time(time),
        Value::Type(name) => convert::printed_type(name.as_str(), server),
        Value::Library(value) => library(value),
        Value::Error(error) => error.text().to_owned(),
        Value::Optional(_) => "optional.none()".to_owned(),
        Value::List(_) | Value::Map(_) | Value::Object(_) => String::new(),
    }
}

/// Formats a library value like `%v`.
pub(crate) fn library(value: &Library) -> String {
    match value {
        Library::Quantity(quantity) => quantity.text(),
        Library::Ip(ip) => ip.to_string(),
        Library::Cidr(cidr) => cidr.to_string(),
        Library::Url(url) => url.to_string(),
        Library::Semver(semver) => semver.text(),
        // Go prints the address of a function in it.
        Library::Format(_) => String::new(),
    }
}

/// Formats a time like Go's `time.Time.String`: `2024-02-29 12:00:00.5 +0200 +0200`.
fn go_time(time: &Timestamp) -> String {
    let text = time.to_string();
    let (date, clock) = text.split_once('T').unwrap_or((&text, ""));
    let clock = clock.get(..clock.find(['Z', '+', '-']).unwrap_or(clock.len()));
    let clock = clock.unwrap_or_default();
    if time.offset == 0 {
        return format!("{date} {clock} +0000 UTC");
    }
    let sign = if time.offset < 0 { '-' } else { '+' };
    let minutes = time.offset.unsigned_abs() / 60;
    let zone = format!("{sign}{:02}{:02}", minutes / 60, minutes % 60);
    format!("{date} {clock} {zone} {zone}")
}
