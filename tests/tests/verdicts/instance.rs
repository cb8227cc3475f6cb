//! Pruning, defaulting and validation of recorded objects, and validation of recorded defaults, have the server's results.

use crd_core::field::{FieldError, Path};
use crd_core::objects::{
    self, Admission, DefaultsOptions, Operation, Request, ResourceOptions, ResourceScope,
};
use crd_core::structural::{Object, StructuralShape};
use crd_core::{Crd, KubeVersion, Structural, yaml};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../fixtures/instance.jsonl");

#[test]
fn recorded_objects_and_defaults() {
    let mut count = 0;
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let schema = structural(&case["schema"]);
        let want = &case["want"];
        if let Some(errors) = want.get("defaults") {
            let path = Path::root("spec");
            let path = path.child("validation");
            let path = path.child("openAPIV3Schema");
            let found = objects::validate_defaults(&schema, &path, DefaultsOptions::default());
            assert_eq!(rendered(&found), sorted(errors), "{line}");
        } else {
            check_object(&schema, &case, want, line);
        }
        count += 1;
    }
    println!("{count} recorded cases");
    assert!(count > 150);
}

fn check_object(schema: &Structural, case: &Value, want: &Value, line: &str) {
    let mut options = ResourceOptions::new(KubeVersion::DEFAULT, "g.io/v1", "K");
    if case["scope"] != "Namespaced" {
        options.scope = ResourceScope::Cluster;
    }
    options.status_subresource = case.get("status").is_some();
    let operation = match case.get("old") {
        Some(old) => Operation::Update { old },
        None => Operation::Create,
    };
    let object = &case["object"];
    let admitted = Admission::of_structural(schema, options).admit(Request::new(operation, object));
    if let Some(unread) = want.get("unread") {
        let fault = admitted.decode.map(|fault| fault.text);
        assert_eq!(json!(fault), *unread, "{line}");
        return;
    }
    assert_eq!(admitted.decode, None, "{line}");
    // These were recorded without the server's changes to the status and metadata.
    assert_eq!(
        prepared(&decoded(&admitted.object), case),
        prepared(&decoded(&want["defaulted"]), case),
        "{line}"
    );
    let mut pruned: Vec<String> = admitted.strict.into_iter().map(|finding| finding.text).collect();
    let mut wanted: Vec<String> = want["pruned"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|path| format!("unknown field {path:?}"))
        .collect();
    pruned.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(pruned, wanted, "{line}");
    let mut errors = rendered(&admitted.errors);
    let mut wanted = sorted(&want["errors"]);
    if case["scope"] != "Namespaced" {
        // Only the strategy was recorded; the server drops such a namespace earlier.
        wanted.retain(|line| !line.contains("metadata.namespace: Forbidden"));
    }
    if case.get("old").is_some() {
        // Only the strategy was recorded; the generic checks of updates report more errors of metadata.
        for lines in [&mut errors, &mut wanted] {
            lines.retain(|line| !line.contains(" metadata."));
            for line in lines {
                for generation in ["\"generation\":1,", "\"generation\":2,"] {
                    *line = line.replace(generation, "");
                }
            }
        }
    }
    assert_eq!(errors, wanted, "{line}");
}

/// Returns the parts of an object that the server does not change before validation.
fn prepared(object: &Value, case: &Value) -> Value {
    let mut object = object.clone();
    if let Some(members) = object.as_object_mut() {
        members.remove("metadata");
        if case.get("status").is_some() {
            members.remove("status");
        }
    }
    object
}

/// Returns the type, field and text of each error, sorted.
fn rendered(errors: &[FieldError]) -> Vec<String> {
    let mut lines: Vec<String> = errors
        .iter()
        .map(|error| format!("{} {}: {}", error.kind.cause(), error.field, error.text()))
        .collect();
    lines.sort();
    lines
}

fn sorted(errors: &Value) -> Vec<String> {
    let text = |error: &Value, key: &str| error[key].as_str().unwrap_or_default().to_owned();
    let mut lines: Vec<String> = errors
        .as_array()
        .into_iter()
        .flatten()
        .map(|error| {
            format!(
                "{} {}: {}",
                text(error, "type"),
                text(error, "field"),
                text(error, "detail")
            )
        })
        .collect();
    lines.sort();
    lines
}

/// Replaces whole floats by integers, because Go writes both the same way.
fn decoded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.as_i64().is_none() => {
            let float = number.as_f64().unwrap();
            if float.fract() == 0.0 && float.abs() < 9e18 {
                json!(float as i64)
            } else {
                json!(float)
            }
        }
        Value::Array(items) => items.iter().map(decoded).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), decoded(value)))
            .collect(),
        other => other.clone(),
    }
}

fn structural(schema: &Value) -> Structural {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "ks.g.io"},
        "spec": {
            "group": "g.io",
            "scope": "Namespaced",
            "names": {"plural": "ks", "kind": "K"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    });
    let read = yaml::read(crd.to_string().as_bytes(), yaml::Options::default());
    let crd: Crd = crd_core::decode::decode(&read.documents[0].root).crd.unwrap();
    let versions = crd.spec.versions.unwrap();
    let schema = versions[0]
        .schema
        .as_ref()
        .unwrap()
        .open_api_v3_schema
        .as_ref()
        .unwrap();
    Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT).unwrap()
}

#[test]
fn deep_objects_do_not_overflow_the_stack() {
    let mut schema = Structural::new(StructuralShape::String);
    let mut object = json!(5);
    for _ in 0..1000 {
        let properties = [("a", schema)].into_iter().collect();
        schema = Structural::new(StructuralShape::Object(Object {
            properties,
            ..Object::default()
        }));
        object = json!({"a": object});
    }
    let errors = objects::validate_value(&schema, &object, None, None, KubeVersion::DEFAULT);
    assert_eq!(errors.len(), 1);
    objects::default(&schema, &mut object);
    assert_eq!(objects::prune(&schema, &mut object), Vec::<String>::new());
}

#[test]
fn long_lists_are_checked_in_one_pass() {
    let schema = structural(&json!({"type": "object", "properties": {"a": {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer", "maximum": 1}}},
    }}}));
    let items: Vec<Value> = (0..50_000).map(|k| json!({"k": k})).collect();
    let object = json!({"a": items});
    let errors = objects::validate_value(&schema, &object, Some(&object), None, KubeVersion::DEFAULT);
    assert_eq!(errors, []);
    let errors = objects::validate_value(&schema, &object, None, None, KubeVersion::DEFAULT);
    assert_eq!(errors.len(), 49_998);
    assert_eq!(
        objects::validate_list_types(&schema, &object, KubeVersion::DEFAULT),
        []
    );
}
