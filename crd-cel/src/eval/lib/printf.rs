//! `format()`: printf for CEL, in the locale `en_US`.

use std::fmt::Write as _;

use crate::eval::equal::{self, MAX_DEPTH, TOO_DEEP};
use crate::eval::error::MAX_TEXT;
use crate::eval::value::{Library, List, Value};
use crate::go::{Timestamp, format_duration, format_float, quote};

/// Why a text cannot be formatted.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The server's error.
    Error(String),
    TooLarge,
}

impl From<String> for Refusal {
    fn from(error: String) -> Self {
        Refusal::Error(error)
    }
}

impl From<&str> for Refusal {
    fn from(error: &str) -> Self {
        Refusal::Error(error.to_owned())
    }
}

/// The digits after the point that a double can have, and more.
const MAX_DIGITS: usize = 1100;

/// A double with so many digits after the point.
fn with_precision(value: f64, precision: usize) -> String {
    let digits = precision.min(MAX_DIGITS);
    let mut text = format!("{value:.digits$}");
    let missing = precision.min(MAX_TEXT) - digits;
    if value.is_finite() {
        text.extend(std::iter::repeat_n('0', missing));
    }
    text
}

/// Formats `pattern` with the arguments; the error is the server's text.
pub(crate) fn format(pattern: &str, arguments: &List<'_>, server: u8) -> Result<String, Refusal> {
    let mut out = String::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    let mut index = 0;
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        if chars.peek().is_none() {
            return Err("unexpected end of string".into());
        }
        if chars.peek() == Some(&'%') {
            chars.next();
            out.push('%');
            continue;
        }
        let Some(argument) = arguments.get(index) else {
            return Err(format!("index {index} out of range").into());
        };
        index += 1;
        let mut precision = None;
        if chars.peek() == Some(&'.') {
            chars.next();
            let mut digits = String::new();
            while let Some(digit) = chars.peek().filter(|c| c.is_ascii_digit()) {
                digits.push(*digit);
                chars.next();
            }
            if chars.peek().is_none() {
                return Err("could not parse formatting clause: error while parsing precision: could not find end of precision specifier".into());
            }
            precision = digits.parse::<usize>().ok();
        }
        let Some(verb) = chars.next() else {
            return Err("unexpected end of string".into());
        };
        if let Value::Error(error) = &argument {
            return Err(error.text().to_owned().into());
        }
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
        let formatted = match verb {
            's' => text(&argument),
            'd' => decimal(&argument),
            'f' => fixed(&argument, precision.unwrap_or(6)),
            'e' => scientific(&argument, 6, server),
            'b' => binary(&argument),
            'x' => hexadecimal(&argument),
            'X' => hexadecimal(&argument).map(|text| text.to_uppercase()),
            'o' => octal(&argument),
            other => {
                return Err(format!(
                    "could not parse formatting clause: unrecognized formatting clause \"{other}\""
                )
                .into());
            }
        };
        out.push_str(&formatted.map_err(|error| format!("error during formatting: {error}"))?);
        if out.len() > MAX_TEXT {
            return Err(Refusal::TooLarge);
        }
    }
    Ok(out)
}

fn text(value: &Value<'_>) -> Result<String, String> {
    Ok(match value {
        Value::String(text) => text.as_str().to_owned(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::Double(value) => format_float(*value),
        Value::List(_) | Value::Map(_) | Value::Object(_) => nested(value, 0)?,
        _ => simple(value)?,
    })
}

/// The text of a value without parts.
fn simple(value: &Value<'_>) -> Result<String, String> {
    Ok(match value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Type(name) => name.as_str().to_owned(),
        Value::Duration(nanos) => seconds(*nanos),
        Value::Timestamp(timestamp) => timestamp.to_string(),
        other => {
            return Err(format!(
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given {}",
                other.type_name()
            ));
        }
    })
}

/// A duration as seconds, `5400s`.
#[expect(
    clippy::cast_precision_loss,
    reason = "the server computes the seconds in floating point"
)]
pub(crate) fn seconds(nanos: i64) -> String {
    // As Go adds them: one division of all nanoseconds would round otherwise.
    let seconds = (nanos / 1_000_000_000) as f64 + (nanos % 1_000_000_000) as f64 / 1e9;
    format!("{seconds}s")
}

/// The text of a value inside `depth` lists and maps.
fn nested(value: &Value<'_>, depth: u32) -> Result<String, String> {
    if depth > MAX_DEPTH {
        return Err(TOO_DEEP.to_owned());
    }
    Ok(match value {
        Value::String(text) => quote(text.as_str()),
        Value::Bytes(bytes) => format!("b{}", quote(&String::from_utf8_lossy(bytes))),
        Value::Double(value) => plain_fixed(*value, 6),
        Value::Duration(nanos) => format!("duration(\"{}\")", seconds(*nanos)),
        Value::Timestamp(timestamp) => format!("timestamp(\"{timestamp}\")"),
        Value::List(list) => {
            let items: Result<Vec<String>, String> =
                list.iter().map(|item| nested(&item, depth + 1)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(_) => members(value, depth)?,
        Value::Object(object) => {
            let keys = object
                .schema
                .fields()
                .iter()
                .filter(|field| object.map.contains_key(&field.key));
            let mut parts = Vec::new();
            for field in keys {
                let name = quote(&field.name);
                let Some(value) = object.get(&field.name) else {
                    return Err(format!("could not find key: {name}"));
                };
                parts.push((name, nested(&value, depth + 1)?));
            }
            joined(parts)
        }
        Value::Error(error) => return Err(error.text().to_owned()),
        other => simple(other)?,
    })
}

fn members(map: &Value<'_>, depth: u32) -> Result<String, String> {
    let mut parts = Vec::new();
    for (key, value) in equal::members(map) {
        if let Some(value) = value {
            parts.push((nested(&key, depth + 1)?, nested(&value, depth + 1)?));
        }
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

fn decimal(value: &Value<'_>) -> Result<String, String> {
    match value {
        Value::Int(value) => Ok(value.to_string()),
        Value::Uint(value) => Ok(value.to_string()),
        other => Err(format!(
            "decimal clause can only be used on integers, was given {}",
            other.type_name()
        )),
    }
}

/// The double that a value is for `%f` and `%e`, which know the names of those that are not finite.
fn double(value: &Value<'_>, clause: &str) -> Result<f64, String> {
    let refused = || {
        format!(
            "{clause} clause can only be used on doubles, was given {}",
            value.type_name()
        )
    };
    match value {
        Value::Double(value) => Ok(*value),
        Value::String(text) => match text.as_str() {
            "NaN" => Ok(f64::NAN),
            "Infinity" => Ok(f64::INFINITY),
            "-Infinity" => Ok(f64::NEG_INFINITY),
            _ => Err(refused()),
        },
        _ => Err(refused()),
    }
}

fn plain_fixed(value: f64, precision: usize) -> String {
    match unfinished(value) {
        Some(text) => text.into(),
        None => with_precision(value, precision),
    }
}

fn unfinished(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        Some("NaN")
    } else if value == f64::INFINITY {
        Some("∞")
    } else if value == f64::NEG_INFINITY {
        Some("-∞")
    } else {
        None
    }
}

/// With groups of three digits.
fn fixed(value: &Value<'_>, precision: usize) -> Result<String, String> {
    let value = double(value, "fixed-point")?;
    if let Some(text) = unfinished(value) {
        return Ok(text.into());
    }
    let plain = with_precision(value, precision);
    let (sign, unsigned) = plain.strip_prefix('-').map_or(("", &*plain), |rest| ("-", rest));
    let (whole, fraction) = unsigned
        .split_once('.')
        .map_or((unsigned, None), |(w, f)| (w, Some(f)));
    let mut out = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    Ok(out)
}

/// Servers before this one put narrow spaces around the sign of a power.
const CLOSE_POWERS: u8 = 33;

fn scientific(value: &Value<'_>, precision: usize, server: u8) -> Result<String, String> {
    let value = double(value, "scientific")?;
    if value.is_nan() {
        return Ok("   NaN".into());
    }
    if let Some(text) = unfinished(value) {
        return Ok(text.into());
    }
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent
        .strip_prefix('-')
        .map_or(("", exponent), |digits| ("⁻", digits));
    let times = if server < CLOSE_POWERS {
        "\u{202f}×\u{202f}"
    } else {
        "×"
    };
    let mut out = format!("{mantissa}{times}10{sign}");
    if digits.len() < 2 {
        out.push('⁰');
    }
    for digit in digits.chars() {
        out.push(match digit {
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            _ => '⁰',
        });
    }
    Ok(out)
}

/// A signed number in another base.
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

fn binary(value: &Value<'_>) -> Result<String, String> {
    if let Value::Bool(value) = value {
        return Ok(if *value { "1" } else { "0" }.into());
    }
    based(value, |number| format!("{number:b}")).ok_or_else(|| {
        format!(
            "only integers and bools can be formatted as binary, was given {}",
            value.type_name()
        )
    })
}

fn octal(value: &Value<'_>) -> Result<String, String> {
    based(value, |number| format!("{number:o}")).ok_or_else(|| {
        format!(
            "octal clause can only be used on integers, was given {}",
            value.type_name()
        )
    })
}

fn hexadecimal(value: &Value<'_>) -> Result<String, String> {
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
            format!(
                "only integers, byte buffers, and strings can be formatted as hex, was given {}",
                value.type_name()
            )
        }),
    }
}

/// A value as Go's `%v` shows it in the error of `join`.
pub(crate) fn plain(value: &Value<'_>) -> String {
    match value {
        Value::Null => "0".into(),
        Value::Double(value) => format_float(*value),
        other => simple(other).unwrap_or_default(),
    }
}

/// A key as Go's `%v` shows it.
pub(crate) fn plain_key(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => text.as_str().to_owned(),
        Value::Double(value) => format_float(*value),
        Value::Duration(nanos) => format_duration(*nanos),
        Value::Timestamp(time) => go_time(time),
        Value::Optional(None) => "optional.none()".to_owned(),
        Value::Library(library) => match &**library {
            Library::Ip(ip) => ip.to_string(),
            Library::Cidr(cidr) => cidr.to_string(),
            _ => String::new(),
        },
        Value::List(_) | Value::Map(_) | Value::Object(_) => inside_key(value, 0),
        other => simple(other).unwrap_or_default(),
    }
}

/// A list or map that is a key, or a part of one.
fn inside_key(value: &Value<'_>, depth: u32) -> String {
    match value {
        _ if depth > MAX_DEPTH => TOO_DEEP.to_owned(),
        Value::String(text) => quote(text.as_str()),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(|item| inside_key(&item, depth + 1)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(_) | Value::Object(_) => {
            let shown = |value: &Value<'_>| inside_key(value, depth + 1);
            let members = equal::members(value).into_iter();
            let members =
                members.filter_map(|(key, value)| Some(format!("{}: {}", shown(&key), shown(&value?))));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        other => plain_key(other),
    }
}

/// A time as Go's `time.Time.String`: `2024-02-29 12:00:00.5 +0200 +0200`.
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
