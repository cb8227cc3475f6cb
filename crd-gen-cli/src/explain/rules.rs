//! Prints restrictions that `kubectl explain` leaves out: defaults, bounds, patterns, merge behaviour and rules.

use serde_json::{Map, Value};

use super::wrap::indent;

/// Keywords that are printed unchanged, in this order.
const KEYWORDS: [&str; 20] = [
    "default",
    "nullable",
    "format",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
];

/// Writes one indented line for each restriction of a schema, with a line break; rules with their message below.
pub(super) fn of_schema(schema: &Map<String, Value>, margin: usize) -> String {
    let mut text = String::new();
    for keyword in KEYWORDS {
        if let Some(value) = schema.get(keyword) {
            let shown = match value {
                Value::String(text) if keyword != "default" => text.clone(),
                other => other.to_string(),
            };
            let name = keyword.strip_prefix("x-kubernetes-").unwrap_or(keyword);
            text.push_str(&line(&format!("{name}: {shown}"), margin));
        }
    }
    let rules = schema.get("x-kubernetes-validations").and_then(Value::as_array);
    for rule in rules.into_iter().flatten() {
        let part = |key: &str| rule.get(key).and_then(Value::as_str);
        let Some(expression) = part("rule") else {
            continue;
        };
        text.push_str(&line(&format!("rule: {}", expression.trim()), margin));
        if let Some(message) = part("message").or_else(|| part("messageExpression")) {
            text.push_str(&line(&format!("  message: {message}"), margin));
        }
    }
    text
}

fn line(text: &str, margin: usize) -> String {
    format!("{}\n", indent(text, margin))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn restrictions_are_lines() {
        let schema = json!({
            "type": "integer", "default": 1, "maximum": 5,
            "x-kubernetes-validations": [{"rule": "self > 0", "message": "must be positive"}],
        });
        let text = of_schema(schema.as_object().unwrap(), 2);
        assert_eq!(
            text,
            "  default: 1\n  maximum: 5\n  rule: self > 0\n    message: must be positive\n"
        );
    }
}
