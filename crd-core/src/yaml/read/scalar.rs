//! Interprets scalars by the YAML 1.1 rules of Go's `sigs.k8s.io/yaml`, which kubectl uses.
//!
//! Booleans in every spelling, `0777` as an octal number, underscores in numbers, no sexagesimal numbers,
//! timestamps as strings. Checked against the Go code on `tests/fixtures/yaml-scalars.jsonl`.

use std::borrow::Cow;

use crate::go::base64::{self, Alphabet};
use crate::yaml::tree::{InternedText, Value};
use crd_cel::go::calendar::days_in_month;

/// A scalar with its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number in the range of `i64`.
    Int(i64),
    /// A positive whole number beyond `i64`.
    Uint(u64),
    /// A number with a point or an exponent, or a whole one beyond `u64`.
    Float(f64),
    /// A string.
    String(Cow<'a, str>),
}

/// Determines the type of a plain scalar without a tag.
pub fn resolve(text: &str) -> Scalar<'_> {
    let other = match text.bytes().next() {
        None => Some(Scalar::Null),
        Some(b'0'..=b'9' | b'+' | b'-') => word(text).or_else(|| number(text)),
        Some(b'.') => word(text).or_else(|| fraction(text)),
        Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') => word(text),
        Some(_) => None,
    };
    other.unwrap_or(Scalar::String(Cow::Borrowed(text)))
}

/// Determines the type of a scalar, quoted or not, with a tag: `tag` is the resolved one, such as
/// `tag:yaml.org,2002:int`. A tag that does not match the value is an error, an unknown tag makes it a string.
pub fn resolve_tagged<'a>(tag: &str, text: &'a str) -> Result<Scalar<'a>, String> {
    let string = || Scalar::String(Cow::Borrowed(text));
    let Some(kind) = tag.strip_prefix("tag:yaml.org,2002:") else {
        return Ok(string());
    };
    let resolved = match kind {
        "binary" => {
            return decode_binary(text)
                .map(|text| Scalar::String(Cow::Owned(text)))
                .ok_or_else(|| {
                    "this `!!binary` value is not base64; correct it or remove the tag".to_owned()
                });
        }
        "bool" | "int" | "float" | "null" | "timestamp" => resolve(text),
        _ => return Ok(string()),
    };
    match (kind, resolved) {
        ("bool", scalar @ Scalar::Bool(_))
        | ("int", scalar @ (Scalar::Int(_) | Scalar::Uint(_)))
        | ("float", scalar @ Scalar::Float(_))
        | ("null", scalar @ Scalar::Null) => Ok(scalar),
        #[expect(clippy::cast_precision_loss, reason = "Go rounds here too")]
        ("float", Scalar::Int(int)) => Ok(Scalar::Float(int as f64)),
        ("timestamp", Scalar::String(text)) if is_timestamp(&text) => Ok(Scalar::String(text)),
        (_, other) => Err(format!(
            "{} `{}` does not have the type of its tag `!!{kind}`; correct the value or remove the tag",
            other.describe(),
            shorten(text)
        )),
    }
}

impl Scalar<'_> {
    /// Converts to the value that the server receives: through JSON, where `5.0` is written `5`.
    pub fn into_value(self) -> Result<Value, String> {
        Ok(match self {
            Scalar::Null => Value::Null,
            Scalar::Bool(flag) => Value::Bool(flag),
            Scalar::Int(int) => Value::Int(int),
            #[expect(clippy::cast_precision_loss, reason = "the server reads it into a float64")]
            Scalar::Uint(uint) => Value::Float(uint as f64),
            Scalar::Float(float) if float.is_finite() => whole(float).map_or(Value::Float(float), Value::Int),
            Scalar::Float(_) => {
                return Err("JSON cannot express this number; write a finite number, or quote it".to_owned());
            }
            Scalar::String(text) => Value::String(text.into()),
        })
    }

    /// Converts to the name of a member: values other than strings become strings.
    pub fn into_key(self) -> Result<InternedText, String> {
        Ok(match self {
            Scalar::String(Cow::Borrowed(text)) => text.into(),
            Scalar::String(Cow::Owned(text)) => text.into(),
            Scalar::Bool(flag) => if flag { "true" } else { "false" }.into(),
            Scalar::Int(int) => int.to_string().into(),
            Scalar::Float(float) => float_key(float).into(),
            Scalar::Null => return Err("null cannot be a key; quote it".to_owned()),
            Scalar::Uint(_) => return Err("this number is too large for a key; quote it".to_owned()),
        })
    }

    fn describe(&self) -> &'static str {
        match self {
            Scalar::Null => "the null",
            Scalar::Bool(_) => "the boolean",
            Scalar::Int(_) | Scalar::Uint(_) => "the whole number",
            Scalar::Float(_) => "the number",
            Scalar::String(_) => "the string",
        }
    }
}

/// Shortens a text for a message.
pub(super) fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

fn word(text: &str) -> Option<Scalar<'static>> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Scalar::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Scalar::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        _ => return None,
    })
}

/// Resolves a text that starts with a digit or a sign. Underscores are ignored anywhere.
fn number(text: &str) -> Option<Scalar<'static>> {
    let text: Cow<'_, str> = if text.contains('_') {
        Cow::Owned(text.replace('_', ""))
    } else {
        Cow::Borrowed(text)
    };
    let (sign, unsigned) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.bytes().next(), rest),
        None => (None, &*text),
    };
    if let Some(int) = integer(sign, unsigned) {
        return Some(int);
    }
    float(&text).or_else(|| {
        // A sign after the binary prefix is an oddity of the Go code.
        let rest = unsigned.strip_prefix("0b").filter(|_| sign.is_none())?;
        let digits = rest.strip_prefix(['+', '-'])?;
        integer_of(rest.bytes().next(), digits, 2).filter(|scalar| matches!(scalar, Scalar::Int(_)))
    })
}

/// Parses an integer with a base by prefix: `0x`, `0o`, `0b`, and octal after a plain `0`.
fn integer(sign: Option<u8>, unsigned: &str) -> Option<Scalar<'static>> {
    let (digits, base) = match unsigned.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (unsigned.get(2..)?, 16),
        [b'0', b'o' | b'O', _, ..] => (unsigned.get(2..)?, 8),
        [b'0', b'b' | b'B', _, ..] => (unsigned.get(2..)?, 2),
        [b'0', _, ..] => (unsigned.get(1..)?, 8),
        _ => (unsigned, 10),
    };
    integer_of(sign, digits, base)
}

fn integer_of(sign: Option<u8>, digits: &str, base: u32) -> Option<Scalar<'static>> {
    // `from_str_radix` accepts a sign of its own.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, base).ok()?;
    match (sign, i64::try_from(magnitude)) {
        (Some(b'-'), Ok(int)) => Some(Scalar::Int(-int)),
        (Some(b'-'), Err(_)) => (magnitude == i64::MIN.unsigned_abs()).then_some(Scalar::Int(i64::MIN)),
        (_, Ok(int)) => Some(Scalar::Int(int)),
        (None, Err(_)) => Some(Scalar::Uint(magnitude)),
        (Some(_), Err(_)) => None,
    }
}

/// Resolves a text that starts with a point. Underscores are allowed only between digits.
fn fraction(text: &str) -> Option<Scalar<'static>> {
    if !text.contains('_') {
        return float(text);
    }
    let between_digits = text.split('_').zip(text.split('_').skip(1)).all(|(a, b)| {
        a.ends_with(|c: char| c.is_ascii_digit()) && b.starts_with(|c: char| c.is_ascii_digit())
    });
    between_digits.then(|| float(&text.replace('_', ""))).flatten()
}

/// Parses digits with an optional point and an optional exponent. A number beyond the range of a float remains a string.
fn float(text: &str) -> Option<Scalar<'static>> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let whole = digits(unsigned);
    let mut rest = unsigned.get(whole..)?;
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if whole + length == 0 {
            return None;
        }
        rest = fraction.get(length..)?;
    } else if whole == 0 {
        return None;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if exponent.is_empty() || digits(exponent) != exponent.len() {
            return None;
        }
    } else if !rest.is_empty() {
        return None;
    }
    text.parse()
        .ok()
        .filter(|float: &f64| float.is_finite())
        .map(Scalar::Float)
}

/// Returns the integer for a float whose JSON form is a whole number in range.
fn whole(float: f64) -> Option<i64> {
    if float.fract() != 0.0 || float.abs() >= 1e19 {
        return None;
    }
    // Go writes the shortest digits that represent the float, padded with zeros, as Rust does.
    format!("{float}").parse().ok().or((float == 0.0).then_some(0))
}

/// Formats a float as a key, as `strconv.FormatFloat(f, 'g', -1, 32)` does.
fn float_key(float: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "Go rounds to 32 bits here")]
    let float = float as f32;
    if float.is_nan() {
        return ".nan".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let text = format!("{float:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text;
    };
    let power = exponent.parse::<i32>().unwrap_or(0);
    if float != 0.0 && !(-4..6).contains(&power) {
        let sign = if power < 0 { '-' } else { '+' };
        format!("{mantissa}e{sign}{:02}", power.unsigned_abs())
    } else {
        format!("{float}")
    }
}

/// Decodes base64; each byte that is not UTF-8 is replaced, as in Go's JSON.
fn decode_binary(text: &str) -> Option<String> {
    let mut decoded = String::new();
    for chunk in base64::decode(text, Alphabet::Standard).ok()?.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    Some(decoded)
}

/// Checks for a date `2001-1-2`, with or without a time.
fn is_timestamp(text: &str) -> bool {
    let date_end = text.find(['T', 't', ' ']).unwrap_or(text.len());
    let (Some(date), Some(rest)) = (text.get(..date_end), text.get(date_end..)) else {
        return false;
    };
    is_date(date)
        && match rest.bytes().next() {
            None => true,
            Some(b' ') => rest.get(1..).is_some_and(is_time),
            Some(_) => rest.get(1..).and_then(strip_zone).is_some_and(is_time),
        }
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (Some(month), Some(day)) = (small(month, 12), small(day, 31)) else {
        return false;
    };
    let Some(year) = small(year, 9999).filter(|_| year.len() == 4) else {
        return false;
    };
    month >= 1 && (1..=days_in_month(year, month)).contains(&day)
}

fn is_time(text: &str) -> bool {
    let (clock, fraction) = match text.split_once(['.', ',']) {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (text, None),
    };
    let mut parts = clock.split(':');
    let limits = [23, 59, 59];
    limits.iter().all(|limit| {
        parts
            .next()
            .is_some_and(|part| part.len() <= 2 && small(part, *limit).is_some())
    }) && parts.next().is_none()
        && fraction.is_none_or(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn strip_zone(text: &str) -> Option<&str> {
    if let Some(clock) = text.strip_suffix('Z') {
        return Some(clock);
    }
    let (clock, zone) = text.split_at_checked(text.len().checked_sub(6)?)?;
    let (hour, minute) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
    (hour.len() == 2 && small(hour, 24).is_some() && small(minute, 60).is_some()).then_some(clock)
}

/// Parses a number of digits only, at most `limit`.
fn small(text: &str, limit: i64) -> Option<i64> {
    if text.is_empty() || text.len() > 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number| *number <= limit)
}
