//! The rules of compatibility, one test each.

mod soundness;

use serde_json::{Value, json};

use super::*;
use crate::check::{OldCrds, Severity};

fn crd(value: &Value) -> Crd {
    let mut all = OldCrds::default();
    assert_eq!(all.add(value.to_string().as_bytes()), 0);
    all.named("widgets.example.com", KubeVersion::DEFAULT).unwrap()
}

fn with_version(version: &Value) -> Value {
    let mut whole = json!({"name": "v1", "served": true, "storage": true});
    for (name, value) in version.as_object().unwrap() {
        whole[name] = value.clone();
    }
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced",
            "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": [whole]}})
}

/// Returns a CRD whose `spec` has this schema.
fn with_spec(spec: &Value) -> Crd {
    let schema = json!({"type": "object", "properties": {"spec": spec, "status": {"type": "object"}}});
    crd(&with_version(&json!({"schema": {"openAPIV3Schema": schema}})))
}

/// Returns a CRD whose `spec` has one field `a`.
fn with_a(field: &Value) -> Crd {
    with_spec(&json!({"type": "object", "properties": {"a": field}}))
}

fn found(old: &Crd, new: &Crd) -> Vec<CompatFinding> {
    compare(
        old,
        new,
        &CompatOptions::new(Policy::Strict, KubeVersion::DEFAULT),
    )
}

/// Returns the rules, levels and witnesses for a change of a field.
fn change(old: &Value, new: &Value) -> Vec<String> {
    let found = found(&with_a(old), &with_a(new));
    found.iter().map(text).collect()
}

fn text(finding: &CompatFinding) -> String {
    let witness = match &finding.witness {
        Some(witness) => witness.object.get("spec").unwrap_or(&Value::Null).to_string(),
        None => "-".to_owned(),
    };
    let level = match finding.severity {
        Severity::Error => "E",
        Severity::Warning => "W",
        Severity::Note => "N",
    };
    let letters: String = finding.breaks.iter().map(|harmed| harmed.letter()).collect();
    format!("{} {level} {letters} {witness}", finding.rule)
}

#[test]
fn keywords_of_a_field() {
    let string = json!({"type": "string"});
    let integer = |more: Value| {
        let mut schema = json!({"type": "integer"});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    let text = |more: Value| {
        let mut schema = string.clone();
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    for (old, new, expected) in [
        (
            integer(json!({"maximum": 9})),
            integer(json!({"maximum": 5})),
            r#"CMP-38 E SW {"a":6}"#,
        ),
        (
            integer(json!({"maximum": 5})),
            integer(json!({"maximum": 9})),
            "CMP-39 N R -",
        ),
        (
            integer(json!({})),
            integer(json!({"minimum": 1})),
            r#"CMP-38 E SW {"a":0}"#,
        ),
        (
            integer(json!({"minimum": 1, "exclusiveMinimum": true})),
            integer(json!({"minimum": 2})),
            "",
        ),
        (
            integer(json!({"multipleOf": 2.0})),
            integer(json!({"multipleOf": 4.0})),
            r#"CMP-40 E SW {"a":2}"#,
        ),
        (
            text(json!({})),
            text(json!({"maxLength": 3})),
            r#"CMP-38 E SW {"a":"aaaa"}"#,
        ),
        (
            text(json!({"enum": ["a", "b"]})),
            text(json!({"enum": ["a", "b"], "maxLength": 3})),
            "",
        ),
        (
            text(json!({"enum": ["a", "b"]})),
            text(json!({"enum": ["a"]})),
            r#"CMP-44 E SW {"a":"b"}"#,
        ),
        (
            text(json!({"enum": ["a"]})),
            text(json!({"enum": ["a", "b"]})),
            "CMP-45 W R -",
        ),
        (
            text(json!({})),
            text(json!({"enum": ["a"]})),
            r#"CMP-44 E SW {"a":""}"#,
        ),
        (
            text(json!({"pattern": "^[a-z0-9]+$"})),
            text(json!({"pattern": "^[a-z]+$"})),
            r#"CMP-46 E SW {"a":"0"}"#,
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            text(json!({"pattern": "^[a-z0-9]+$"})),
            "CMP-46 N R -",
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            text(json!({"pattern": "^[a-z]{1,}$"})),
            "",
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            string.clone(),
            "CMP-47 N R -",
        ),
        (
            string.clone(),
            text(json!({"format": "date-time"})),
            r#"CMP-33 E SW {"a":""}"#,
        ),
        (string.clone(), text(json!({"format": "no such"})), ""),
        (
            string.clone(),
            text(json!({"description": "New.", "title": "t"})),
            "",
        ),
        (
            text(json!({"nullable": true})),
            string.clone(),
            r#"CMP-32 W WA {"a":null}"#,
        ),
        (string.clone(), text(json!({"nullable": true})), "CMP-31 W R -"),
        (text(json!({})), text(json!({"default": "x"})), "CMP-41 W RG {}"),
        (
            text(json!({"default": "y"})),
            text(json!({"default": "x"})),
            "CMP-42 W R {}",
        ),
        (text(json!({"default": "y"})), string.clone(), "CMP-43 W RW {}"),
        (integer(json!({})), string.clone(), r#"CMP-29 E SWRA {"a":0}"#),
        (integer(json!({})), json!({"type": "number"}), "CMP-29 W R -"),
        (
            string.clone(),
            json!({"x-kubernetes-int-or-string": true}),
            "CMP-30 W R -",
        ),
        (
            json!({"x-kubernetes-int-or-string": true}),
            string.clone(),
            r#"CMP-30 E SW {"a":0}"#,
        ),
        (
            integer(json!({})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            r#"CMP-53 E SW {"a":0}"#,
        ),
        (
            integer(json!({})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self == oldSelf"}]})),
            r#"CMP-54 E W {"a":"#,
        ),
        (
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self>2"}]})),
            "",
        ),
        (
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 5"}]})),
            r#"CMP-56 E SW {"a":"#,
        ),
    ] {
        let found = change(&old, &new);
        let is_as_expected = match expected {
            "" => found.is_empty(),
            expected => found.len() == 1 && found[0].starts_with(expected),
        };
        assert!(is_as_expected, "{old} -> {new}: {found:?}, expected {expected}");
    }
}

#[test]
fn members_and_structure() {
    let spec = |properties: Value, more: Value| {
        let mut schema = json!({"type": "object", "properties": properties});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        with_spec(&schema)
    };
    let a = json!({"a": {"type": "string"}});
    let both = json!({"a": {"type": "string"}, "b": {"type": "integer"}});
    let open = json!({"x-kubernetes-preserve-unknown-fields": true});
    for (old, new, expected) in [
        (
            spec(both.clone(), json!({})),
            spec(a.clone(), json!({})),
            r#"CMP-21 E SWRA {"b":0}"#,
        ),
        (spec(a.clone(), json!({})), spec(both.clone(), json!({})), ""),
        (
            spec(both.clone(), json!({})),
            spec(both.clone(), json!({"required": ["b"]})),
            "CMP-26 E SW {}",
        ),
        (
            spec(a.clone(), json!({})),
            spec(both.clone(), json!({"required": ["b"]})),
            "CMP-27 E SW {}",
        ),
        (
            spec(both.clone(), json!({"required": ["b"]})),
            spec(both.clone(), json!({})),
            "CMP-28 N R -",
        ),
        (
            spec(a.clone(), open.clone()),
            spec(a.clone(), json!({})),
            r#"CMP-34 E SW {"notInTheSchema":"a"}"#,
        ),
        (
            spec(a.clone(), json!({})),
            spec(a.clone(), open.clone()),
            "CMP-35 W R -",
        ),
        (
            spec(a.clone(), open.clone()),
            spec(both.clone(), open),
            r#"CMP-24 E SW {"b":"a"}"#,
        ),
        (
            spec(both.clone(), json!({})),
            spec(both, json!({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]})),
            "CMP-48 E SW {}",
        ),
    ] {
        let found: Vec<String> = found(&old, &new).iter().map(text).collect();
        let is_as_expected = match expected {
            "" => found.is_empty(),
            expected => found == [expected],
        };
        assert!(is_as_expected, "{found:?}, expected {expected}");
    }
}

/// CMP-26 with ratcheting: values outside the object with the required member can be edited, values inside it cannot.
#[test]
fn what_is_beside_the_value_follows_the_rules() {
    let spec = |maximum: u32| {
        json!({"type": "object", "required": ["storage", "least", "most"],
            "x-kubernetes-validations": [{"rule": "self.least + 3 <= self.most"}],
            "properties": {
                "size": {"type": "integer", "maximum": maximum},
                "least": {"type": "integer", "minimum": 0, "maximum": 9},
                "most": {"type": "integer", "minimum": 0, "maximum": 9},
                "storage": {"type": "object", "required": ["type"],
                    "x-kubernetes-validations": [
                        {"rule": "(self.type == 'Disk') == has(self.disk)"},
                        {"rule": "(self.type == 'Memory') == has(self.memory)"}],
                    "properties": {
                        "type": {"type": "string", "enum": ["Disk", "Memory"]},
                        "disk": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}},
                        "memory": {"type": "object"}}}}})
    };
    let found = found(&with_spec(&spec(9)), &with_spec(&spec(5)));
    let [finding] = &found[..] else {
        panic!("{found:?}")
    };
    let object = &finding.witness.as_ref().expect("an object that shows it").object["spec"];
    assert!(object["size"].as_u64() > Some(5), "{object}");
    assert!(
        object["least"].as_u64().unwrap() + 3 <= object["most"].as_u64().unwrap(),
        "{object}"
    );
}

#[test]
fn stored_objects_with_and_without_ratcheting() {
    let spec = |required: Value| {
        with_spec(&json!({"type": "object", "required": required,
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}))
    };
    let (old, new) = (spec(json!([])), spec(json!(["a"])));
    let stored = |server: &str| {
        let options = CompatOptions::new(Policy::Stored, server.parse().unwrap());
        let found = compare(&old, &new, &options);
        (
            found[0].severity,
            found[0].stored.clone(),
            found[0].witness.clone(),
        )
    };
    let (level, stored_objects, witness) = stored("1.36");
    assert_eq!(level, Severity::Error);
    assert!(
        matches!(stored_objects, Some(StoredObjects::EditRefused(_))),
        "{stored_objects:?}"
    );
    let witness = witness.unwrap();
    assert_eq!(witness.operation, WitnessOperation::Update);
    assert_eq!(witness.old.unwrap()["spec"], json!({}));
    assert_eq!(witness.object["spec"], json!({"b": ""}));
    assert!(matches!(stored("1.29").1, Some(StoredObjects::Stuck(_))));
    let bounded = |most: u32| with_a(&json!({"type": "integer", "maximum": most}));
    let options = CompatOptions::new(Policy::Stored, KubeVersion::DEFAULT);
    let found = compare(&bounded(9), &bounded(5), &options);
    assert_eq!(found[0].stored, Some(StoredObjects::Editable));
    assert_eq!(found[0].severity, Severity::Warning);
}

/// CMP-25: a field name that an older release had with another type.
#[test]
fn names_that_come_back_with_another_type() {
    let b = |type_: &str| {
        with_spec(&json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": type_}}}))
    };
    let without = with_spec(&json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    let mut names = Tombstones::default();
    names.record(&b("string"), &without);
    let kept: Vec<Tombstone> = names.iter().collect();
    assert_eq!(
        (&*kept[0].path, &*kept[0].type_, kept.len()),
        ("spec.b", "string", 1)
    );
    let options = CompatOptions::default();
    assert!(names.returned(&without, &options).is_empty());
    assert!(names.returned(&b("string"), &options).is_empty());
    let found = names.returned(&b("integer"), &options);
    assert_eq!(
        found.iter().map(text).collect::<Vec<_>>(),
        [r#"CMP-25 E S {"b":""}"#]
    );
    // A field that is back with its old type is forgotten.
    names.record(&without, &b("string"));
    assert_eq!(names.iter().count(), 0);
}

/// CMP-59: promises of lifecycles.
#[test]
fn lifecycles_are_kept() {
    let crd_of = |names: &[&str]| {
        let properties = names
            .iter()
            .map(|name| ((*name).to_owned(), json!({"type": "string"})));
        let properties: Value = Value::Object(properties.collect());
        with_spec(&json!({"type": "object", "properties": properties}))
    };
    let promise = |status: &str, gate: &str| PromisedLifecycle {
        version: "v1".to_owned(),
        path: "spec.b".to_owned(),
        project: "kubernetes".to_owned(),
        status: status.to_owned(),
        feature_gate: gate.to_owned(),
    };
    let (with, without) = (crd_of(&["a", "b"]), crd_of(&["a"]));
    for (before, after, is_there, expected) in [
        (Some(("alpha", "A")), Some(("beta", "A")), true, ""),
        (Some(("beta", "")), None, true, ""),
        (Some(("beta", "")), Some(("deprecated", "")), true, ""),
        (Some(("alpha", "")), None, false, ""),
        (Some(("deprecated", "")), None, false, ""),
        (
            Some(("beta", "")),
            None,
            false,
            "`spec.b` is removed without having been deprecated",
        ),
        (
            Some(("beta", "")),
            Some(("alpha", "")),
            true,
            "`spec.b` is alpha now, and was beta",
        ),
        (
            None,
            Some(("beta", "")),
            true,
            "`spec.b` is beta now, and was stable",
        ),
        (
            Some(("deprecated", "")),
            None,
            true,
            "`spec.b` is no longer deprecated",
        ),
        (
            Some(("alpha", "A")),
            Some(("alpha", "B")),
            true,
            "`spec.b` is behind the feature gate `B` now, and was behind `A`",
        ),
    ] {
        let list = |given: Option<(&str, &str)>| -> Vec<PromisedLifecycle> {
            given
                .into_iter()
                .map(|(status, gate)| promise(status, gate))
                .collect()
        };
        let new = if is_there { &with } else { &without };
        let found = lifecycles(
            [&with, new],
            [&list(before), &list(after)],
            &CompatOptions::default(),
        );
        let messages: Vec<&str> = found.iter().map(|finding| &*finding.message).collect();
        let expected: Vec<&str> = [expected].into_iter().filter(|text| !text.is_empty()).collect();
        assert_eq!(messages, expected, "{before:?} -> {after:?}");
    }
}

/// In `status`, controllers write and users read.
#[test]
fn the_status_is_the_other_way_round() {
    let crd = |status: Value| {
        let schema = json!({"type": "object", "properties": {"status": status}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}}}),
        ))
    };
    let mode =
        |values: Value| json!({"type": "object", "properties": {"mode": {"type": "string", "enum": values}}});
    let wider = found(&crd(mode(json!(["a"]))), &crd(mode(json!(["a", "b"]))));
    assert_eq!((wider[0].rule.number(), wider[0].severity), (45, Severity::Error));
    let narrower = found(&crd(mode(json!(["a", "b"]))), &crd(mode(json!(["a"]))));
    let witness = narrower[0].witness.as_ref().unwrap();
    assert_eq!(witness.operation, WitnessOperation::UpdateStatus);
    assert_eq!(witness.object["status"], json!({"mode": "b"}));
    assert_eq!(witness.says[0].kind, "FieldValueNotSupported");
}

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
        assert_eq!(law.harmed().len(), law.breaks.len(), "{name}");
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
    let object = |more: Value| {
        let mut schema = json!({"type": "object", "properties": {"b": {"type": "string"}}});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    let typed = |type_: &str, more: Value| {
        let mut schema = json!({"type": type_});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    let list = |more: Value| {
        let mut schema = json!({"type": "array", "items": {"type": "string"}});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    let rule = |text: &str| json!({"x-kubernetes-validations": [{"rule": text}]});
    let samples: Vec<(&str, Value, Value)> = vec![
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
        ("XValidations", object(json!({})), object(rule("has(self.b)"))),
    ];
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
