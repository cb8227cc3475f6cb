//! `fmt`: formats values as in field errors and as `%v`.

use serde_json::Value;

use super::{float, quote};

/// Formats a JSON value, decoded to `interface{}`, as `%#v` prints it inside a list or an object.
pub(crate) fn sharp_v(value: &Value) -> String {
    match value {
        Value::Null => "interface {}(nil)".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::String(text) => quote(text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => int.to_string(),
            (None, Some(value)) => float(value),
            (None, None) => number.to_string(),
        },
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(sharp_v).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}:{}", quote(key), sharp_v(value)))
                .collect();
            format!("map[string]interface {{}}{{{}}}", members.join(", "))
        }
    }
}

/// Formats a JSON value, decoded to `interface{}`, as `%v` prints it.
pub(crate) fn verb_v(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".into(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => sharp_v(value),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_as_go() {
        assert_eq!(verb_v(&json!({"b": [1, "x"], "a": null})), "map[a:<nil> b:[1 x]]");
    }
}
