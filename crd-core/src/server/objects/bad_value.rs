//! Formats values in errors about objects, as each server prints them.

use serde_json::Value;

use crate::model::changes::Change;
use crate::{KubeVersion, go};

/// Formats a value as `field.Error` of a server does: strings by `%q`, numbers and booleans by `%v`, others
/// as JSON or, on old servers, by `%#v`.
pub(super) fn bad_value(value: &Value, version: KubeVersion) -> String {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => go::sharp_v(value),
        _ if version.has(Change::PrintsValuesAsJson) => go::json(value),
        Value::Null => "\"null\"".into(),
        Value::Array(_) | Value::Object(_) => go::sharp_v(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_errors() {
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
