//! The JSON Schema that the common script generates from a CRD: `openapi2jsonschema` as used by kubeconform and the catalog of CRDs.
//!
//! It copies the schema and adds `additionalProperties: false` beside every member called `properties` except for that at the root;
//! a schema whose `format` is `int-or-string` becomes a `oneOf` of both.

use serde_json::{Value, json};

/// Returns the JSON Schema that the script writes.
pub fn schema_of(open_api: &Value) -> Value {
    let mut schema = with_int_or_string(open_api);
    if let Value::Object(members) = &mut schema {
        members.values_mut().for_each(close);
    }
    schema
}

fn close(value: &mut Value) {
    let Value::Object(members) = value else {
        return;
    };
    if members.contains_key("properties") {
        members
            .entry("additionalProperties")
            .or_insert_with(|| false.into());
    }
    members.values_mut().for_each(close);
}

fn with_int_or_string(value: &Value) -> Value {
    match value {
        Value::Object(members)
            if members
                .get("format")
                .is_some_and(|format| format == "int-or-string") =>
        {
            json!({"oneOf": [{"type": "string"}, {"type": "integer"}]})
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), with_int_or_string(member)))
            .collect(),
        Value::Array(elements) => elements.iter().map(with_int_or_string).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::schema_of;
    use serde_json::json;

    #[test]
    fn members_called_properties_are_closed() {
        let schema = json!({
            "properties": {"spec": {"oneOf": [{"properties": {"a": {"type": "string"}}}], "properties": {"a": {"format": "int-or-string"}}}},
        });
        let expected = json!({
            "properties": {"spec": {
                "oneOf": [{"properties": {"a": {"type": "string"}}}],
                "properties": {"a": {"oneOf": [{"type": "string"}, {"type": "integer"}]}},
                "additionalProperties": false,
            }},
        });
        assert_eq!(schema_of(&schema), expected);
    }
}
