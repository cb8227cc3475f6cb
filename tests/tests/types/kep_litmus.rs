//! The six "Litmus Test Examples" of KEP-2335: for each, the Rust type, the schema that the KEP specifies, its published form, and
//! its form without value validation.

use std::collections::BTreeMap;

use crd_core::generate::{Profile, structural};
use crd_core::publish::{OpenApi, publish_node};
use crd_core::types::IntOrString;
use crd_core::{JsonSchemaProps, Schema, Structural};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn specified<T: Schema>() -> Structural {
    structural(&T::SHAPE, Profile::Extended).unwrap()
}

fn wire(node: &Structural) -> Value {
    serde_json::to_value(JsonSchemaProps::from(node.clone())).unwrap()
}

fn published(node: &Structural, document: OpenApi) -> Value {
    serde_json::to_value(publish_node(node, document)).unwrap()
}

fn same(what: &str, actual: &Value, expected: &Value) {
    assert_eq!(actual, expected, "{what}: {actual:#}");
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DiscriminatedVolumeSource {
    #[crd(discriminator)]
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    empty_dir: Option<EmptyDir>,
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    host_path: Option<HostPath>,
    shared_field: String,
}

#[derive(Schema, Serialize, Deserialize)]
struct EmptyDir {}

#[derive(Schema, Serialize, Deserialize)]
struct HostPath {
    #[crd(pattern = "/.*")]
    path: String,
}

#[test]
fn discriminated_union() {
    let node = specified::<DiscriminatedVolumeSource>();
    let unions =
        json!([{"discriminator": "type", "fields": {"emptyDir": "EmptyDir", "hostPath": "HostPath"}}]);
    let mut expected = json!({
        "type": "object",
        "x-kubernetes-unions": unions,
        "properties": {
            "type": {"type": "string", "enum": ["EmptyDir", "HostPath"]},
            "emptyDir": {"type": "object"},
            "hostPath": {
                "type": "object",
                "properties": {"path": {"type": "string", "pattern": "/.*"}},
                "required": ["path"],
            },
            "sharedField": {"type": "string"},
        },
        "required": ["sharedField"],
    });
    same("specified", &wire(&node), &expected);
    expected["oneOf"] = json!([{"required": ["emptyDir"]}, {"required": ["hostPath"]}]);
    same("published", &published(&node, OpenApi::V3), &expected);
    same(
        "without value validation",
        &wire(&node.without_value_validation()),
        &json!({
            "type": "object",
            "x-kubernetes-unions": unions,
            "properties": {
                "type": {"type": "string"},
                "emptyDir": {"type": "object"},
                "hostPath": {"type": "object", "properties": {"path": {"type": "string"}}},
                "sharedField": {"type": "string"},
            },
        }),
    );
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(transparent)]
#[crd(any_of(
    (pattern = r"^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}[0-9]+$"),
    (pattern = "^([0-9a-fA-F]{1,4}:){7,7}[0-9a-fA-F]{1,4}$")
))]
struct Ipv4OrV6(String);

#[test]
fn polymorphic_format() {
    let node = specified::<Ipv4OrV6>();
    let expected = json!({
        "type": "string",
        "anyOf": [
            {"pattern": r"^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}[0-9]+$"},
            {"pattern": "^([0-9a-fA-F]{1,4}:){7,7}[0-9a-fA-F]{1,4}$"},
        ],
    });
    same("specified", &wire(&node), &expected);
    same("published", &published(&node, OpenApi::V3), &expected);
    same(
        "published in version 2",
        &published(&node, OpenApi::V2),
        &json!({"type": "string"}),
    );
    same(
        "without value validation",
        &wire(&node.without_value_validation()),
        &json!({"type": "string"}),
    );
}

#[derive(Schema, Serialize, Deserialize)]
struct Raw {
    x: Option<OnlyVersion1>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(embedded_resource, preserve_unknown_fields)]
#[serde(rename_all = "camelCase")]
struct OnlyVersion1 {
    #[crd(pattern = "v1")]
    #[serde(skip_serializing_if = "Option::is_none")]
    api_version: Option<String>,
}

#[test]
fn raw_extension() {
    let node = specified::<Raw>();
    let x = |node: &Structural| wire(node)["properties"]["x"].clone();
    same(
        "specified",
        &x(&node),
        &json!({
            "type": "object",
            "nullable": true,
            "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"apiVersion": {"type": "string", "pattern": "v1"}},
        }),
    );
    let seen = published(&node, OpenApi::V3)["properties"]["x"].clone();
    for name in ["apiVersion", "kind", "metadata"] {
        assert!(seen["properties"][name].is_object(), "{name}: {seen:#}");
    }
    same("required", &seen["required"], &json!(["kind", "apiVersion"]));
    same(
        "published in version 2",
        &published(&node, OpenApi::V2)["properties"]["x"],
        &json!({"x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
    );
    same(
        "without value validation",
        &x(&node.without_value_validation()),
        &json!({
            "type": "object",
            "nullable": true,
            "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"apiVersion": {"type": "string"}},
        }),
    );
}

#[derive(Schema, Serialize, Deserialize)]
struct Embedded {
    json: Option<AnyObject>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(preserve_unknown_fields)]
struct AnyObject {}

#[test]
fn embedded_json() {
    let node = specified::<Embedded>();
    let expected = json!({
        "type": "object",
        "properties": {"json": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "nullable": true}},
    });
    same("specified", &wire(&node), &expected);
    same("published", &published(&node, OpenApi::V3), &expected);
    same(
        "published in version 2",
        &published(&node, OpenApi::V2),
        &json!({"type": "object", "properties": {"json": {"x-kubernetes-preserve-unknown-fields": true}}}),
    );
    same(
        "without value validation",
        &wire(&node.without_value_validation()),
        &expected,
    );
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(transparent)]
#[crd(values(minimum = 42))]
struct Numbers(BTreeMap<String, i64>);

#[test]
fn string_map() {
    let node = specified::<Numbers>();
    let expected = json!({"type": "object", "additionalProperties": {"type": "integer", "format": "int64", "minimum": 42}});
    same("specified", &wire(&node), &expected);
    same("published", &published(&node, OpenApi::V3), &expected);
    same(
        "published in version 2",
        &published(&node, OpenApi::V2),
        &expected,
    );
    same(
        "without value validation",
        &wire(&node.without_value_validation()),
        &json!({"type": "object", "additionalProperties": {"type": "integer"}}),
    );
}

#[derive(Schema, Serialize, Deserialize)]
struct Port {
    #[crd(pattern = "abc", any_of((minimum = 42, maximum = 50), (minimum = 52, maximum = 60)))]
    x: IntOrString,
}

#[test]
fn int_or_string() {
    let node = specified::<Port>();
    let x = |value: Value| value["properties"]["x"].clone();
    // The second form that the KEP allows: it lists the two types.
    let expected = json!({
        "x-kubernetes-int-or-string": true,
        "pattern": "abc",
        "allOf": [{"anyOf": [{"type": "integer"}, {"type": "string"}]}],
        "anyOf": [{"minimum": 42, "maximum": 50}, {"minimum": 52, "maximum": 60}],
    });
    same("specified", &x(wire(&node)), &expected);
    same("published", &x(published(&node, OpenApi::V3)), &expected);
    same(
        "published in version 2",
        &x(published(&node, OpenApi::V2)),
        &json!({"x-kubernetes-int-or-string": true, "pattern": "abc"}),
    );
    same(
        "without value validation",
        &x(wire(&node.without_value_validation())),
        &json!({"x-kubernetes-int-or-string": true}),
    );
}
