//! Each rule and each keyword of schemas is compared, or has a reason for not being compared.

use serde_json::{Value, json};

use super::{change, extended};
use crate::compat::law;

/// Each rule has a law, or a reason for having none.
#[test]
fn every_rule_has_a_law_or_a_reason() {
    const WITHOUT: &[(u8, &str)] = &[
        (20, "there is no such rule"),
        (23, "an optional property that is added is safe"),
        (58, "words change nothing"),
        (
            61,
            "a switch of channels is a comparison of two CRDs, with CMP-21 for each field",
        ),
    ];
    for number in 1..=61 {
        let has_law = law::LAWS.iter().any(|(_, law)| law.rule.number() == number);
        let reason = WITHOUT.iter().find(|(without, _)| *without == number);
        assert!(has_law != reason.is_some(), "CMP-{number:02}: {reason:?}");
    }
    for (name, law) in law::LAWS {
        assert_eq!(law.affected().len(), law.breaks.len(), "{name}");
        assert_eq!(law.code.number() / 100, 7, "{name}");
    }
}

/// Every keyword of a schema, set, unset and changed, has a rule or a reason for having none.
#[test]
fn every_keyword_has_a_rule_or_a_reason() {
    const WITHOUT: &[(&str, &str)] = &[
        ("Description", "words (CMP-58)"),
        ("Title", "words (CMP-58)"),
        ("Example", "words (CMP-58)"),
        ("ExternalDocs", "words (CMP-58)"),
        ("UniqueItems", "the server refuses it"),
        ("ID", "the server refuses it"),
        ("Schema", "the server refuses it"),
        ("Ref", "the server refuses it"),
        ("PatternProperties", "the server refuses it"),
        ("Dependencies", "the server refuses it"),
        ("AdditionalItems", "the server refuses it"),
        ("Definitions", "the server refuses it"),
        ("Items", "compared as a node below"),
        ("XListMapKeys", "compared with the type of the list"),
    ];
    let samples = samples();
    for keyword in crate::model::schema::SchemaKeyword::IN_GO {
        let name = keyword.go_name();
        if let Some((_, without, with)) = samples.iter().find(|(sample, ..)| *sample == name) {
            assert!(!change(without, with).is_empty(), "{name} is set");
            // An optional property that is added is safe (CMP-23).
            let is_safe = name == "Properties";
            assert_eq!(change(with, without).is_empty(), is_safe, "{name} is unset");
        } else {
            assert!(
                WITHOUT.iter().any(|(without, _)| *without == name),
                "{name} has no rule"
            );
        }
    }
}

/// Returns the names of keywords, with a schema without and one with the keyword.
fn samples() -> Vec<(&'static str, Value, Value)> {
    let object = |more: Value| {
        extended(
            json!({"type": "object", "properties": {"b": {"type": "string"}}}),
            more,
        )
    };
    let list = |more: Value| extended(json!({"type": "array", "items": {"type": "string"}}), more);
    let typed = |type_: &str, more: Value| extended(json!({"type": type_}), more);
    vec![
        ("Type", json!({"type": "string"}), json!({"type": "boolean"})),
        (
            "Format",
            json!({"type": "string"}),
            typed("string", json!({"format": "date"})),
        ),
        (
            "Default",
            json!({"type": "string"}),
            typed("string", json!({"default": "a"})),
        ),
        (
            "Nullable",
            json!({"type": "string"}),
            typed("string", json!({"nullable": true})),
        ),
        (
            "Enum",
            json!({"type": "string"}),
            typed("string", json!({"enum": ["a"]})),
        ),
        (
            "Pattern",
            json!({"type": "string"}),
            typed("string", json!({"pattern": "^a$"})),
        ),
        (
            "MinLength",
            json!({"type": "string"}),
            typed("string", json!({"minLength": 2})),
        ),
        (
            "MaxLength",
            json!({"type": "string"}),
            typed("string", json!({"maxLength": 2})),
        ),
        (
            "Minimum",
            json!({"type": "integer"}),
            typed("integer", json!({"minimum": 2})),
        ),
        (
            "Maximum",
            json!({"type": "integer"}),
            typed("integer", json!({"maximum": 2})),
        ),
        (
            "ExclusiveMinimum",
            typed("number", json!({"minimum": 2})),
            typed("number", json!({"minimum": 2, "exclusiveMinimum": true})),
        ),
        (
            "ExclusiveMaximum",
            typed("number", json!({"maximum": 2})),
            typed("number", json!({"maximum": 2, "exclusiveMaximum": true})),
        ),
        (
            "MultipleOf",
            json!({"type": "integer"}),
            typed("integer", json!({"multipleOf": 3})),
        ),
        ("MinItems", list(json!({})), list(json!({"minItems": 1}))),
        ("MaxItems", list(json!({})), list(json!({"maxItems": 2}))),
        (
            "MinProperties",
            object(json!({})),
            object(json!({"minProperties": 1})),
        ),
        (
            "MaxProperties",
            object(json!({})),
            object(json!({"maxProperties": 0})),
        ),
        ("Required", object(json!({})), object(json!({"required": ["b"]}))),
        ("Properties", object(json!({})), json!({"type": "object"})),
        (
            "AdditionalProperties",
            object(json!({})),
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
        ),
        (
            "AllOf",
            object(json!({})),
            object(json!({"allOf": [{"required": ["b"]}]})),
        ),
        (
            "AnyOf",
            object(json!({})),
            object(json!({"anyOf": [{"required": ["b"]}]})),
        ),
        (
            "OneOf",
            object(json!({})),
            object(json!({"oneOf": [{"required": ["b"]}]})),
        ),
        (
            "Not",
            object(json!({})),
            object(json!({"not": {"required": ["b"]}})),
        ),
        (
            "XPreserveUnknownFields",
            object(json!({})),
            object(json!({"x-kubernetes-preserve-unknown-fields": true})),
        ),
        (
            "XEmbeddedResource",
            object(json!({"x-kubernetes-preserve-unknown-fields": true})),
            object(
                json!({"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-embedded-resource": true}),
            ),
        ),
        (
            "XIntOrString",
            json!({"type": "string"}),
            json!({"x-kubernetes-int-or-string": true}),
        ),
        (
            "XListType",
            list(json!({})),
            list(json!({"x-kubernetes-list-type": "set"})),
        ),
        (
            "XMapType",
            object(json!({})),
            object(json!({"x-kubernetes-map-type": "atomic"})),
        ),
        (
            "XValidations",
            object(json!({})),
            object(json!({"x-kubernetes-validations": [{"rule": "has(self.b)"}]})),
        ),
    ]
}
