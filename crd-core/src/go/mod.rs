//! Values rendered as Go renders them in error texts (rules §0.2): `%q`, `%v` and `encoding/json`.

pub(crate) mod base64;
#[cfg(feature = "check")]
pub(crate) mod time;
#[cfg(feature = "check")]
pub(crate) mod url;

use serde_json::Value;

/// A string as Go's `%q` prints it.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            c if (c as u32) < 0x20 || c == '\u{7f}' => out.push_str(&format!("\\x{:02x}", c as u32)),
            c if is_print(c) => out.push(c),
            c if (c as u32) < 0x1_0000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
    out
}

/// Whether Go's `unicode.IsPrint` accepts the character: letters, marks, numbers, punctuation, symbols
/// and the ASCII space. Approximated by the categories Rust's own debug escape leaves alone.
pub fn is_print(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    if c.is_control() || c.is_whitespace() {
        return false;
    }
    // `escape_debug` escapes what is not printable, and grapheme extenders, which Go prints.
    let escaped = c.escape_debug();
    escaped.len() == 1 || matches!(c, '\'' | '"' | '\\') || is_mark(c)
}

fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5c7 | 0x610..=0x61a | 0x64b..=0x65f
        | 0x900..=0x903 | 0x93a..=0x94f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20f0 | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f)
}

/// A 64-bit float as Go's `%v` prints it: with an exponent from a million on.
pub fn float(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e6).contains(&value.abs()) {
        let (mantissa, sign, digits) = scientific(value);
        return format!("{mantissa}e{sign}{digits:0>2}");
    }
    format!("{value}")
}

/// A 64-bit float as Go's `encoding/json` prints it.
pub fn float_json(value: f64) -> String {
    if value != 0.0 && !(1e-6..1e21).contains(&value.abs()) {
        let (mantissa, sign, digits) = scientific(value);
        return format!("{mantissa}e{sign}{digits}");
    }
    format!("{value}")
}

fn scientific(value: f64) -> (String, char, String) {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    match exponent.strip_prefix('-') {
        Some(digits) => (mantissa.to_owned(), '-', digits.to_owned()),
        None => (mantissa.to_owned(), '+', exponent.to_owned()),
    }
}

/// A value as a field error prints it: strings quoted, numbers and booleans plain, the rest as JSON.
pub fn bad_value(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => int.to_string(),
            (None, Some(value)) => float(value),
            (None, None) => number.to_string(),
        },
        other => json(other),
    }
}

/// A JSON value as Go's `%v` prints it once decoded.
pub fn verb_v(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".into(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => bad_value(value),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(verb_v).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{key}:{}", verb_v(value)))
                .collect();
            format!("map[{}]", entries.join(" "))
        }
    }
}

/// A JSON value as Go's `encoding/json` prints it, with `<`, `>` and `&` escaped.
pub fn json(value: &Value) -> String {
    let mut out = String::new();
    write_json(&mut out, value);
    out
}

/// A JSON string as Go's `encoding/json` prints it.
pub fn json_string(text: &str) -> String {
    let mut out = String::new();
    write_json_string(&mut out, text);
    out
}

fn write_json(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        // What does not fit 64 signed bits has been decoded to a float.
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => out.push_str(&int.to_string()),
            (None, Some(value)) => out.push_str(&float_json(value)),
            (None, None) => out.push_str(&number.to_string()),
        },
        Value::String(text) => write_json_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_json(out, item);
            }
            out.push(']');
        }
        Value::Object(entries) => {
            out.push('{');
            for (position, (key, item)) in entries.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write_json_string(out, key);
                out.push(':');
                write_json(out, item);
            }
            out.push('}');
        }
    }
}

fn write_json_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_spelling() {
        assert_eq!(quote("a\"b\n\u{1}é"), "\"a\\\"b\\n\\x01é\"");
        assert_eq!(float(1e21), "1e+21");
        assert_eq!(float(1.5), "1.5");
        assert_eq!(float(1e-7), "1e-07");
        assert_eq!(float(0.00001), "1e-05");
        assert_eq!(float(999_999.0), "999999");
        assert_eq!(float(1_000_000.0), "1e+06");
        assert_eq!(float_json(0.00001), "0.00001");
        assert_eq!(float_json(1e-7), "1e-7");
        assert_eq!(
            json(&serde_json::json!(9_223_372_036_854_775_808_u64)),
            "9223372036854776000"
        );
        assert_eq!(
            verb_v(&serde_json::json!({"b": [1, "x"], "a": null})),
            "map[a:<nil> b:[1 x]]"
        );
        assert_eq!(
            json(&serde_json::json!({"b": "<x>", "a": [1, 2.5, null]})),
            r#"{"a":[1,2.5,null],"b":"\u003cx\u003e"}"#
        );
    }
}
