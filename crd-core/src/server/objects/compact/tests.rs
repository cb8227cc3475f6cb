//! Checks that the compact form gives the same results as the walks over the schema.

use serde_json::{Value, json};

use super::{CompactSchema, NodeId};
use crate::model::field::Path;
use crate::model::structural::Structural;
use crate::server::objects::parts::Patterns;
use crate::server::objects::{default, prune, prune_nulls, validate_value};
use crate::{KubeVersion, decode, yaml};

fn schema(json: &Value) -> Structural {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": json}}]},
    });
    let read = yaml::read(crd.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents[0].root).crd.unwrap();
    let versions = crd.spec.versions.unwrap();
    let props = versions[0]
        .schema
        .as_ref()
        .unwrap()
        .open_api_v3_schema
        .clone()
        .unwrap();
    Structural::from_schema(&props, &Path::root("schema"), KubeVersion::DEFAULT).unwrap()
}

/// Returns a schema for each keyword, as properties of one object.
fn properties() -> Value {
    json!({
        "any": {"x-kubernetes-preserve-unknown-fields": true},
        "text": {"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^[a-zé]*$"},
        "date": {"type": "string", "format": "date"},
        "enumerated": {"type": "string", "enum": ["a", "b"], "default": "a"},
        "one": {"enum": [1], "type": "integer"},
        "int": {"type": "integer", "format": "int32", "minimum": 1, "exclusiveMinimum": true, "maximum": 9, "multipleOf": 2},
        "number": {"type": "number", "maximum": 1.5},
        "port": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}], "pattern": "^[0-9]+$"},
        "flag": {"type": "boolean", "nullable": true},
        "list": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "object", "required": ["k"], "properties": {
            "k": {"type": "string"}, "d": {"type": "object", "default": {"x": 1, "unknown": 2}, "properties": {"x": {"type": "integer"}}},
        }}},
        "map": {"type": "object", "maxProperties": 1, "additionalProperties": {"type": "integer", "default": 7}},
        "open": {"type": "object", "additionalProperties": true},
        "kept": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a": {"type": "integer"}}},
        "choice": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}], "not": {"required": ["a"], "properties": {"a": {"enum": [3]}}}},
        "both": {"type": "integer", "allOf": [{"minimum": 1}, {"maximum": 2}]},
        "a-name-with-a-long-tail": {"type": "string"}, "a-name-with-a-long-toil": {"type": "integer"},
    })
}

#[test]
fn compact_schemas_say_what_schemas_say() {
    let schema = schema(&json!({"type": "object", "properties": properties()}));
    let patterns = Patterns::of(&schema);
    let compact = CompactSchema::of(&schema, &patterns, KubeVersion::DEFAULT);
    let values = [
        json!(null),
        json!(true),
        json!("a"),
        json!("ab"),
        json!("éé"),
        json!("abcd"),
        json!("12"),
        json!("2024-02-29"),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(8),
        json!(10),
        json!(5_000_000_000_i64),
        json!(1.5),
        json!(2.0),
        json!(-1),
        json!([]),
        json!([1]),
        json!([{"k": "a"}]),
        json!([{"k": "a", "d": {}}]),
        json!([{"d": {"y": 1}}, null]),
        json!([[], {}, {}]),
        json!({}),
        json!({"a": 1}),
        json!({"a": 3}),
        json!({"b": 1}),
        json!({"a": 1, "b": 2}),
        json!({"a": null}),
        json!({"a": "x"}),
        json!({"c": {"d": 1}}),
        json!({"a": {"b": null}}),
    ];
    let (mut sure, mut all) = (0, 0);
    for name in properties().as_object().unwrap().keys() {
        for value in &values {
            let object = json!({"apiVersion": "v1", "metadata": {"x": 1}, name.as_str(): value});
            let errors = validate_value(&schema, &object, None, None, KubeVersion::DEFAULT);
            let found = compact.is_valid(NodeId::ROOT, &object, &patterns);
            all += 1;
            sure += usize::from(found.is_some());
            assert!(
                found.is_none_or(|valid| valid == errors.is_empty()),
                "{object}: {found:?}, {errors:?}"
            );

            let survey = compact.survey(&object);
            let mut pruned = object.clone();
            let unknown = prune(&schema, &mut pruned);
            assert!(survey.has_unknown || unknown.is_empty(), "{object}: {unknown:?}");
            assert!(
                survey.has_null || !object.to_string().contains("null"),
                "{object}"
            );
            prune_nulls(&schema, &mut pruned);
            let (mut expected, mut filled) = (pruned.clone(), pruned.clone());
            default(&schema, &mut expected);
            compact.fill(&mut filled);
            assert_eq!(filled, expected, "{object}");
            let is_left = !survey.lacks_defaults && !survey.has_null;
            assert!(!is_left || expected == pruned, "{object}");
        }
    }
    assert!(sure * 10 > all * 9, "{sure} of {all}");
}

#[test]
fn defaults_in_metadata_are_served_as_far_as_metadata_has_them() {
    let text = json!({"type": "string", "default": "a"});
    let metadata = json!({"type": "object", "properties": {"name": text, "generateName": text}});
    let embedded = json!({"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"metadata": metadata}});
    let schema = schema(&json!({"type": "object", "properties": {"metadata": metadata, "pod": embedded}}));
    let compact = CompactSchema::of(&schema, &Patterns::of(&schema), KubeVersion::DEFAULT);
    let mut object = json!({"metadata": {}, "pod": {"metadata": {}}});
    assert!(compact.survey(&object).lacks_defaults);
    compact.fill(&mut object);
    let filled = json!({"name": "a", "generateName": "a"});
    assert_eq!(object, json!({"metadata": filled, "pod": {"metadata": filled}}));
}
