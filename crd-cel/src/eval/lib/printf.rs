//! `format()`: printf for CEL, in the locale `en_US`.
//!
//! ```text
//! %s %d %b %x %X %o     the precision is ignored
//! %.3f                  the digits after the point
//! %.12e                 the width: Go interprets the number before `e` as the width
//! ```

use std::fmt::Write as _;

use super::FormatRefusal;
use super::doubles::{fixed, scientific};
use crate::conversion;
use crate::eval::convert;
use crate::eval::equal::{self, MAX_DEPTH, TOO_DEEP};
use crate::eval::error::MAX_TEXT;
use crate::eval::value::{List, Object, Value};
use crate::go::{format_float, quote};

/// The text of the server's panic on the name of a member that expressions cannot access.
pub(crate) const CRASH: &str = "runtime error: invalid memory address or nil pointer dereference";

/// The number of digits after the point of `%f`, and the width of `%e`, if the clause has no number.
const PRECISION: i64 = 6;

/// Formats `pattern` with the arguments; the error is the server's text.
pub(crate) fn format(pattern: &str, arguments: &List<'_>, server: u8) -> Result<String, FormatRefusal> {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut index = 0;
    while let Some((before, clause)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = clause.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let Some(argument) = arguments.get(index) else {
            return Err(format!("index {index} out of range").into());
        };
        index += 1;
        if clause.is_empty() {
            return Err("unexpected end of string".into());
        }
        let (precision, clause) = precision(clause)?;
        // Verbs are bytes: for any other character the server shows its first byte.
        let verb = clause.bytes().next().map_or('%', char::from);
        rest = clause.get(1..).unwrap_or_default();
        match (verb, &argument) {
            ('s', Value::String(text)) if out.len() + text.as_str().len() <= MAX_TEXT => {
                out.push_str(text.as_str());
                continue;
            }
            ('s' | 'd', Value::Int(value)) if out.len() < MAX_TEXT => {
                let _ = write!(out, "{value}");
                continue;
            }
            _ => {}
        }
        let type_ = convert::type_name(&argument, server);
        let formatted = match verb {
            's' => text(&argument, server),
            'd' => decimal(&argument, type_),
            'f' => fixed(&argument, type_, precision.unwrap_or(PRECISION)),
            'e' => scientific(&argument, type_, precision.unwrap_or(PRECISION), server),
            'b' => binary(&argument, type_),
            'x' => hexadecimal(&argument, type_),
            'X' => hexadecimal(&argument, type_).map(|text| text.to_uppercase()),
            'o' => octal(&argument, type_),
            other => {
                return Err(format!(
                    "could not parse formatting clause: unrecognized formatting clause \"{other}\""
                )
                .into());
            }
        };
        out.push_str(&formatted.map_err(|refusal| match refusal {
            FormatRefusal::Error(error) => FormatRefusal::Error(format!("error during formatting: {error}")),
            other => other,
        })?);
        if out.len() > MAX_TEXT {
            return Err(FormatRefusal::TooLarge);
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// Parses the number after a point at the beginning of a clause, and returns it with the rest.
fn precision(clause: &str) -> Result<(Option<i64>, &str), FormatRefusal> {
    let Some(number) = clause.strip_prefix('.') else {
        return Ok((None, clause));
    };
    let refused = |reason: String| {
        Err(format!("could not parse formatting clause: error while parsing precision: {reason}").into())
    };
    let Some(end) = number.find(|c: char| !c.is_ascii_digit()) else {
        return refused("could not find end of precision specifier".to_owned());
    };
    let (digits, after) = number.split_at(end);
    if let Ok(number) = digits.parse() {
        return Ok((Some(number), after));
    }
    let reason = if digits.is_empty() {
        "invalid syntax"
    } else {
        "value out of range"
    };
    refused(format!(
        "error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {reason}"
    ))
}

fn text(value: &Value<'_>, server: u8) -> Result<String, FormatRefusal> {
    Ok(match value {
        Value::String(text) => text.as_str().to_owned(),
        Value::Bytes(bytes) => text_of_bytes(bytes)?.to_owned(),
        Value::Double(value) => format_float(*value),
        Value::Duration(nanos) => conversion::seconds(*nanos),
        Value::Timestamp(timestamp) => timestamp.to_string(),
        Value::List(_) | Value::Map(_) | Value::Object(_) => nested(value, server, 0)?,
        other => simple(other).ok_or_else(|| {
            format!(
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                 durations, and timestamps, was given {}",
                convert::type_name(other, server)
            )
        })?,
    })
}

fn text_of_bytes(bytes: &[u8]) -> Result<&str, FormatRefusal> {
    std::str::from_utf8(bytes).map_err(|_| {
        "could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string".into()
    })
}

/// Formats a value that has the same form everywhere.
fn simple(value: &Value<'_>) -> Option<String> {
    Some(match value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Type(name) => name.as_str().to_owned(),
        _ => return None,
    })
}

/// Formats a value inside `depth` lists and maps.
fn nested(value: &Value<'_>, server: u8, depth: u32) -> Result<String, FormatRefusal> {
    if depth > MAX_DEPTH {
        return Err(TOO_DEEP.into());
    }
    match value {
        Value::List(list) => {
            let mut out = String::from("[");
            for (index, item) in list.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(&nested(&item, server, depth + 1)?);
            }
            out.push(']');
            Ok(out)
        }
        Value::Map(_) => {
            let mut parts = Vec::new();
            for (key, value) in equal::members(value) {
                if let Some(value) = value {
                    parts.push((map_key(&key, server)?, nested(&value, server, depth + 1)?));
                }
            }
            Ok(joined(parts))
        }
        Value::Object(object) => members(object, server, depth),
        other => scalar(other, server),
    }
}

/// Formats a value without parts inside a list or map.
fn scalar(value: &Value<'_>, server: u8) -> Result<String, FormatRefusal> {
    Ok(match value {
        Value::String(text) => quote(text.as_str()),
        Value::Bytes(bytes) => format!("b{}", quote(text_of_bytes(bytes)?)),
        Value::Double(value) if value.is_nan() => "\"NaN\"".to_owned(),
        Value::Double(value) if value.is_infinite() => {
            let sign = if *value < 0.0 { '-' } else { '+' };
            format!("\"{sign}Inf\"")
        }
        Value::Double(value) => format!("{value:.6}"),
        Value::Duration(nanos) => format!("duration(\"{}\")", conversion::seconds(*nanos)),
        Value::Timestamp(timestamp) => format!("timestamp(\"{timestamp}\")"),
        other => simple(other)
            .ok_or_else(|| format!("no formatting function for {}", convert::type_name(other, server)))?,
    })
}

fn map_key(key: &Value<'_>, server: u8) -> Result<String, FormatRefusal> {
    match key {
        Value::String(text) => Ok(quote(text.as_str())),
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) => Ok(simple(key).unwrap_or_default()),
        other => {
            let type_ = convert::type_name(other, server);
            Err(format!("no formatting function for map key of type {type_}").into())
        }
    }
}

/// Formats an object of the data.
fn members(object: &Object<'_>, server: u8, depth: u32) -> Result<String, FormatRefusal> {
    let mut parts = Vec::new();
    for field in object.schema.fields() {
        if !object.map.contains_key(&field.key) {
            continue;
        }
        let name = quote(&field.name);
        let Some(value) = object.get(&field.name) else {
            return Err(format!("could not find key: {name}").into());
        };
        parts.push((name, nested(&value, server, depth + 1)?));
    }
    // For the server, the name of an undeclared member is nil (EVAL-04).
    if parts.len() < object.map.len() {
        return Err(FormatRefusal::Crash);
    }
    Ok(joined(parts))
}

fn joined(mut parts: Vec<(String, String)>) -> String {
    parts.sort();
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(key, value)| format!("{key}:{value}"))
        .collect();
    format!("{{{}}}", parts.join(", "))
}

fn decimal(value: &Value<'_>, type_: &str) -> Result<String, FormatRefusal> {
    match value {
        Value::Int(value) => Ok(value.to_string()),
        Value::Uint(value) => Ok(value.to_string()),
        _ => Err(format!("decimal clause can only be used on integers, was given {type_}").into()),
    }
}

/// Formats a signed number in another base.
fn based(value: &Value<'_>, print: fn(u64) -> String) -> Option<String> {
    match value {
        Value::Int(value) => {
            let sign = if *value < 0 { "-" } else { "" };
            Some(format!("{sign}{}", print(value.unsigned_abs())))
        }
        Value::Uint(value) => Some(print(*value)),
        _ => None,
    }
}

fn binary(value: &Value<'_>, type_: &str) -> Result<String, FormatRefusal> {
    if let Value::Bool(value) = value {
        return Ok(if *value { "1" } else { "0" }.into());
    }
    based(value, |number| format!("{number:b}")).ok_or_else(|| {
        format!("only integers and bools can be formatted as binary, was given {type_}").into()
    })
}

fn octal(value: &Value<'_>, type_: &str) -> Result<String, FormatRefusal> {
    based(value, |number| format!("{number:o}"))
        .ok_or_else(|| format!("octal clause can only be used on integers, was given {type_}").into())
}

fn hexadecimal(value: &Value<'_>, type_: &str) -> Result<String, FormatRefusal> {
    let digits = |bytes: &[u8]| {
        let mut digits = String::new();
        for byte in bytes {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    };
    match value {
        Value::String(text) => Ok(digits(text.as_str().as_bytes())),
        Value::Bytes(bytes) => Ok(digits(bytes)),
        _ => based(value, |number| format!("{number:x}")).ok_or_else(|| {
            format!("only integers, byte buffers, and strings can be formatted as hex, was given {type_}")
                .into()
        }),
    }
}
