//! `encoding/json`: `json.Marshal` of values without a type.

use serde_json::Value;

use super::float_json;

/// Formats a value as `json.Marshal` does, with `<`, `>` and `&` escaped.
pub(crate) fn json(value: &Value) -> String {
    let mut out = String::new();
    write_json(&mut out, value);
    out
}

/// Formats a string as `json.Marshal` does.
pub(crate) fn json_string(text: &str) -> String {
    let mut out = String::new();
    write_json_string(&mut out, text);
    out
}

fn write_json(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        // The server has decoded numbers that do not fit in `int64` to `float64`.
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
    use serde_json::json as value;

    #[test]
    fn marshals_as_go() {
        let large = value!(9_223_372_036_854_775_808_u64);
        assert_eq!(json(&large), "9223372036854776000");
        let object = value!({"b": "<x>", "a": [1, 2.5, null]});
        assert_eq!(json(&object), r#"{"a":[1,2.5,null],"b":"\u003cx\u003e"}"#);
    }
}
