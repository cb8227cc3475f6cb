//! `fmt`: values in field errors and as `%v`.

use serde_json::Value;

use super::{float, json, quote};
use crate::KubeVersion;
use crate::model::changes::Change;

/// A value as `field.Error` of a server prints it: strings by `%q`, numbers and booleans by `%v`, the rest as JSON or,
/// on old servers, by `%#v`.
pub(crate) fn bad_value(value: &Value, version: KubeVersion) -> String {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => sharp_v(value),
        _ if version.has(Change::PrintsValuesAsJson) => json(value),
        Value::Null => "\"null\"".into(),
        Value::Array(_) | Value::Object(_) => sharp_v(value),
    }
}

/// A JSON value, once decoded to `interface{}`, as `%#v` prints it inside of a list or an object.
fn sharp_v(value: &Value) -> String {
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

/// A JSON value, once decoded to `interface{}`, as `%v` prints it.
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
        let server = |minor| KubeVersion::from_minor(minor).unwrap();
        assert_eq!(bad_value(&json!("a"), KubeVersion::DEFAULT), "\"a\"");
        assert_eq!(bad_value(&json!(1e6), KubeVersion::DEFAULT), "1e+06");
        let value = json!({"k": [null, 1.5, {}]});
        assert_eq!(bad_value(&value, server(34)), r#"{"k":[null,1.5,{}]}"#);
        assert_eq!(
            bad_value(&value, server(33)),
            r#"map[string]interface {}{"k":[]interface {}{interface {}(nil), 1.5, map[string]interface {}{}}}"#
        );
    }
}
