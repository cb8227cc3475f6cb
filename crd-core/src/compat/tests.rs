//! The rules of compatibility, one test each.

mod coverage;
mod keywords;
mod soundness;
mod stored;

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

/// Returns a schema with more keywords.
fn extended(mut schema: Value, more: Value) -> Value {
    if let (Some(schema), Value::Object(more)) = (schema.as_object_mut(), more) {
        schema.extend(more);
    }
    schema
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
    let letters: String = finding.breaks.iter().map(|affected| affected.letter()).collect();
    format!("{} {level} {letters} {witness}", finding.rule)
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
        matches!(stored_objects, Some(StoredObjects::EditRejected(_))),
        "{stored_objects:?}"
    );
    let witness = witness.unwrap();
    assert_eq!(witness.operation, WitnessOperation::Update);
    assert_eq!(witness.old.unwrap()["spec"], json!({}));
    assert_eq!(witness.object["spec"], json!({"b": ""}));
    assert!(matches!(stored("1.29").1, Some(StoredObjects::Uneditable(_))));
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
            "`spec.b` is removed but was not deprecated",
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
    assert_eq!(witness.response[0].kind, "FieldValueNotSupported");
}

#[test]
fn columns_of_one_name_are_compared_with_their_equals() {
    let columns = |last: &str| {
        let schema = json!({"type": "object", "properties": {"spec": {"type": "object"}}});
        let columns = json!([
            {"name": "Available", "type": "string", "jsonPath": ".status.available"},
            {"name": "Available", "type": "integer", "jsonPath": last},
        ]);
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "additionalPrinterColumns": columns}),
        ))
    };
    let rules = |old: &Crd, new: &Crd| found(old, new).iter().map(text).collect::<Vec<_>>();
    assert_eq!(
        rules(&columns(".status.ready"), &columns(".status.ready")),
        [""; 0]
    );
    assert_eq!(
        rules(&columns(".status.ready"), &columns(".status.free")),
        ["CMP-18 N R -"]
    );
}
