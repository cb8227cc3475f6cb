//! Hand-written JSON schemas: their structural form, or the error.

use crd_core::JsonSchemaProps;
use crd_core::interop::schemars::from_json_schema;
use serde_json::{Value, json};

/// Asserts that a JSON schema has a given structural form.
#[track_caller]
fn becomes(schema: Value, expected: Value) {
    let node = from_json_schema(&schema, "T").unwrap_or_else(|errors| panic!("{schema}: {errors:?}"));
    let lifted = serde_json::to_value(JsonSchemaProps::from(node)).unwrap();
    assert_eq!(lifted, expected, "{schema}");
}

/// Asserts that a JSON schema is rejected with one problem, at `pointer`, with `text`.
#[track_caller]
fn fails(schema: Value, pointer: &str, text: &str) {
    let errors = from_json_schema(&schema, "T")
        .map(JsonSchemaProps::from)
        .unwrap_err();
    assert_eq!(errors.len(), 1, "{schema}: {errors:?}");
    assert_eq!(errors[0].pointer, pointer, "{schema}: {}", errors[0].message);
    assert!(
        errors[0].message.contains(text),
        "{schema}: {}",
        errors[0].message
    );
    assert!(
        errors[0].message.starts_with("the JSON schema of `T`: "),
        "{}",
        errors[0].message
    );
}

#[test]
fn forms_written_by_hand() {
    let any = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true});
    becomes(json!(true), any.clone());
    becomes(json!({}), any.clone());
    becomes(
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": any}),
    );
    becomes(
        json!({"type": "object", "additionalProperties": {}}),
        json!({"type": "object", "additionalProperties": any}),
    );
    becomes(json!({"type": "array"}), json!({"type": "array", "items": any}));
    becomes(
        json!({"type": ["string", "null"]}),
        json!({"type": "string", "nullable": true}),
    );
    becomes(
        json!({"type": "string", "nullable": true}),
        json!({"type": "string", "nullable": true}),
    );
    becomes(json!({"const": "a"}), json!({"type": "string", "enum": ["a"]}));
    becomes(
        json!({"enum": ["a", null]}),
        json!({"type": "string", "enum": ["a"], "nullable": true}),
    );
    becomes(
        json!({"type": "string", "enum": ["a", null]}),
        json!({"type": "string", "enum": ["a"]}),
    );
    becomes(
        json!({"enum": [1, 2]}),
        json!({"type": "integer", "enum": [1, 2]}),
    );
    becomes(
        json!({"type": ["integer", "string"]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
    );
    becomes(json!({"type": ["integer", "number"]}), json!({"type": "number"}));
    becomes(
        json!({"type": "null"}),
        json!({"type": "object", "nullable": true, "minProperties": 1, "maxProperties": 0}),
    );
    becomes(
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
    );
    becomes(
        json!({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^[0-9]+%$"}]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}], "minimum": 1, "pattern": "^[0-9]+%$"}),
    );
    becomes(
        json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10, "multipleOf": 2}),
        json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 10, "exclusiveMaximum": true, "multipleOf": 2}),
    );
    becomes(
        json!({"type": "integer", "format": "uint64", "minimum": 3}),
        json!({"type": "integer", "format": "int64", "minimum": 3}),
    );
    becomes(
        json!({"type": "string", "format": "duration"}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "string", "format": "date-time"}),
    );
    becomes(
        json!({"type": "string", "title": "T", "description": "D.", "deprecated": true, "writeOnly": true, "examples": ["a", "b"], "$comment": "c", "default": "x", "x-other": 1}),
        json!({"type": "string", "title": "T", "description": "D.\n\nDeprecated.\n\nWrite-only.", "example": "a", "default": "x"}),
    );
    becomes(
        json!({"type": "string", "default": null}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"allOf": [{"$ref": "#/$defs/a~1b%20c"}], "description": "D", "$defs": {"a/b c": {"type": "string", "description": "E"}}}),
        json!({"type": "string", "description": "D"}),
    );
    becomes(
        json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"a": {"minLength": 1}, "b": {"type": "boolean"}}, "required": ["b"]}]}),
        json!({"type": "object", "properties": {"a": {"type": "string", "minLength": 1}, "b": {"type": "boolean"}}, "required": ["a", "b"]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"properties": {"a": {"maxLength": 3}}}, {"properties": {"a": {"pattern": "^x"}}}]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"properties": {"a": {"maxLength": 3}}}, {"properties": {"a": {"pattern": "^x"}}}]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependentRequired": {"a": ["b"]}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "allOf": [{"anyOf": [{"not": {"required": ["a"]}}, {"required": ["b", "a"]}]}]}),
    );
    becomes(
        json!({"type": "string", "anyOf": [{"maxLength": 3}, {"pattern": "^x"}]}),
        json!({"type": "string", "anyOf": [{"maxLength": 3}, {"pattern": "^x"}]}),
    );
    becomes(
        json!({"type": "string", "not": {"enum": ["a"]}}),
        json!({"type": "string", "not": {"enum": ["a"]}}),
    );
    becomes(
        json!({"type": ["string", "null"], "not": {"type": "null"}}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 1}),
        json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "minItems": 1}),
    );
    becomes(
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": false, "minItems": 2}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}),
    );
    becomes(
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}),
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}),
    );
    becomes(
        json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "true", "message": "m"}]}),
        json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "true", "message": "m"}]}),
    );
    becomes(
        json!({"type": "object", "patternProperties": {".*": {"type": "string"}}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
    );
    becomes(
        json!({"type": "object", "propertyNames": {"type": "string"}}),
        json!({"type": "object"}),
    );
}

#[test]
fn what_has_no_structural_form() {
    fails(json!(false), "#", "`false` accepts no value");
    fails(json!(7), "#", "a schema must be an object");
    fails(
        json!({"type": ["string", "object"]}),
        "#",
        "values may be string, object, but",
    );
    fails(json!({"type": "strin"}), "#/type", "unknown type `strin`");
    fails(
        json!({"type": "string", "minLength": "3"}),
        "#/minLength",
        "not a valid value of `minLength`",
    );
    fails(
        json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        "#",
        "no value can have both types",
    );
    fails(json!({"maxLength": 3}), "#", "has no `type`");
    fails(
        json!({"type": "object", "if": {}, "then": {}})
            .as_object()
            .map(|map| {
                let mut map = map.clone();
                map.remove("then");
                Value::from(map)
            })
            .unwrap(),
        "#/if",
        "do not support the keyword `if`",
    );
    fails(
        json!({"type": "array", "contains": true}),
        "#/contains",
        "do not support the keyword `contains`",
    );
    fails(
        json!({"type": "object", "dependentSchemas": {}}),
        "#/dependentSchemas",
        "do not support the keyword",
    );
    fails(
        json!({"type": "string", "x-kubernetes-unknown": 1}),
        "#/x-kubernetes-unknown",
        "do not support the keyword",
    );
    fails(
        json!({"type": "object", "patternProperties": {"^\\d+$": {"type": "string"}}, "additionalProperties": false}),
        "#/patternProperties/^\\d+$",
        "keys that match `^\\d+$`",
    );
    fails(
        json!({"type": "object", "propertyNames": {"pattern": "^a"}}),
        "#/propertyNames",
        "restricts keys",
    );
    fails(
        json!({"type": "object", "properties": {"a": true}, "additionalProperties": {"type": "string"}}),
        "#",
        "it has named properties and a map",
    );
    fails(
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}),
        "#/prefixItems",
        "of different types",
    );
    fails(
        json!({"type": "array", "prefixItems": [{"type": "string"}]}),
        "#/prefixItems",
        "after the first 1 can have any value",
    );
    fails(
        json!({"type": "array", "items": {"type": "object"}, "uniqueItems": true}),
        "#/uniqueItems",
        "can be sets",
    );
    fails(
        json!({"type": "string", "pattern": "a(?=b)"}),
        "#/pattern",
        "cannot parse the pattern",
    );
    fails(
        json!({"type": "integer", "format": "uint128"}),
        "#/format",
        "128 bits",
    );
    fails(
        json!({"$ref": "#/$defs/none"}),
        "#/$ref",
        "the schema does not contain",
    );
    fails(
        json!({"$ref": "other.json"}),
        "#/$ref",
        "the schema does not contain",
    );
    fails(
        json!({"type": "object", "properties": {"a": {"type": "array", "items": {"$ref": "#"}}}}),
        "#/properties/a/items/$ref",
        "contains itself",
    );
    fails(
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/b"}}}, "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}}}}),
        "#/$defs/b/properties/a/$ref",
        "`#/$defs/a` contains itself",
    );
    fails(
        json!({"anyOf": [{"type": "string"}, {"type": "object", "title": "O"}]}),
        "#/anyOf",
        "the variants #1 (string), O (object) are values of different types",
    );
    fails(
        json!({"oneOf": [{"type": "object", "properties": {"t": {"const": "A"}, "x": {"type": "string"}}, "required": ["t", "x"]}, {"type": "object", "properties": {"t": {"const": "B"}, "x": {"type": "integer"}}, "required": ["t", "x"]}]}),
        "#/oneOf",
        "variants `A` and `B` disagree on the type of `x`",
    );
    fails(
        json!({"anyOf": [{"type": "boolean"}, {"type": "string"}]}),
        "#",
        "values may be boolean, string",
    );
    fails(
        json!({"type": ["string", "integer"], "not": {"type": "string", "maxLength": 3}}),
        "#/not",
        "depends on the type",
    );
    fails(
        json!({"type": "object", "not": {"required": ["b"], "properties": {"b": {"const": "x"}}}}),
        "#/not",
        "names properties",
    );
    let mut deep = json!({"type": "string"});
    for _ in 0..500 {
        deep = json!({"type": "array", "items": deep});
    }
    let errors = from_json_schema(&deep, "T").map(|_| ()).unwrap_err();
    assert!(errors[0].message.contains("too deep"), "{errors:?}");
    let doubled: serde_json::Map<String, Value> = (0..40)
        .map(|at: i32| {
            let next = json!({"$ref": format!("#/$defs/{}", at + 1)});
            (
                at.to_string(),
                json!({"type": "object", "properties": {"l": next, "r": next}}),
            )
        })
        .chain([("40".to_owned(), json!({"type": "string"}))])
        .collect();
    let errors = from_json_schema(&json!({"$ref": "#/$defs/0", "$defs": doubled}), "T")
        .map(|_| ())
        .unwrap_err();
    assert!(errors[0].message.contains("too large"), "{errors:?}");
}
