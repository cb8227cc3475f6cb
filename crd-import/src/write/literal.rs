//! Writes JSON values and texts as Rust literals.

use serde_json::Value;

use super::docs::is_direction;

/// Returns a string literal, which is raw if it would need escapes.
pub(crate) fn string(text: &str) -> String {
    let is_plain = |c: char| !needs_escape(c) || c == '\n';
    let needs_raw = text.contains(['\\', '"', '\n']);
    if !needs_raw || !text.chars().all(is_plain) {
        return escaped(text);
    }
    if !text.contains('"') && !text.contains('\n') {
        return format!("r\"{text}\"");
    }
    let mut marks = 1;
    while text.contains(&format!("\"{}", "#".repeat(marks))) {
        marks += 1;
    }
    let marks = "#".repeat(marks);
    if text.contains(['\\', '"']) {
        format!("r{marks}\"{text}\"{marks}")
    } else {
        escaped(text)
    }
}

fn needs_escape(c: char) -> bool {
    c.is_control() || is_direction(c)
}

/// Returns a string literal that has the lines of a text.
pub(crate) fn lines(text: &str) -> String {
    escaped(text).replace("\\n", "\n")
}

fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if needs_escape(c) => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns a number in its usual notation.
pub(crate) fn number(number: f64) -> String {
    // For larger numbers, a float literal is shorter than the digits.
    const WHOLE: f64 = 1e19;
    if number.fract() == 0.0 && number.abs() < WHOLE {
        format!("{number:.0}")
    } else {
        format!("{number:?}")
    }
}

/// Returns the value of `default` or `example`: a literal, or `serde_json::json!` if it contains objects.
pub(crate) fn json(value: &Value) -> String {
    if holds_object(value) {
        format!("serde_json::json!({})", in_macro(value))
    } else {
        plain(value)
    }
}

fn holds_object(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => values.iter().any(holds_object),
        _ => false,
    }
}

pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => string(text),
        Value::Number(found) => match (found.as_i64(), found.as_f64()) {
            (Some(int), _) => int.to_string(),
            (None, Some(float)) => format!("{float:?}"),
            (None, None) => found.to_string(),
        },
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(plain).collect();
            format!("[{}]", values.join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the arguments of `json!`.
fn in_macro(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, member)| format!("{}: {}", escaped(name), in_macro(member)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(in_macro).collect();
            format!("[{}]", values.join(", "))
        }
        other => plain(other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{number, string};

    #[test]
    fn strings_need_few_escapes() {
        assert_eq!(string("a"), r#""a""#);
        assert_eq!(string(r"^\d$"), r#"r"^\d$""#);
        assert_eq!(string("say \"hi\""), "r#\"say \"hi\"\"#");
        assert_eq!(string("a\nb"), r#""a\nb""#);
        assert_eq!(string("a\u{202e}b"), r#""a\u{202e}b""#);
        assert_eq!(string("a\t\"b"), r#""a\t\"b""#);
    }

    #[test]
    fn values() {
        assert_eq!(super::json(&json!([1, "a", true])), r#"[1, "a", true]"#);
        assert_eq!(
            super::json(&json!({"a": [1.5]})),
            r#"serde_json::json!({"a": [1.5]})"#
        );
        assert_eq!(number(65535.0), "65535");
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(-1.0), "-1");
    }
}
