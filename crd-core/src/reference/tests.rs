use serde_json::{Value, json};

use super::{FieldNote, ReferenceOptions, ReferencePage, page};
use crate::server::decode::decode;
use crate::yaml::{Options, read};

fn page_of(versions: &Value, options: &ReferenceOptions) -> ReferencePage {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": versions,
        },
    });
    let read = read(crd.to_string().as_bytes(), Options::default());
    page(&decode(&read.documents[0].root).crd.unwrap(), options)
}

fn version(name: &str, storage: bool, spec: &Value) -> Value {
    json!({
        "name": name, "served": true, "storage": storage,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec, "metadata": {"type": "object"}}}},
    })
}

#[test]
fn fields_are_described() {
    let spec = json!({
        "type": "object",
        "required": ["listeners"],
        "properties": {
            "listeners": {
                "type": "array",
                "items": {"type": "object", "properties": {
                    "name": {"type": "string", "pattern": "^[a-z]+$"},
                    "port": {"type": "integer", "description": "Deprecated: use `name`.", "default": 80},
                }},
            },
            "mode": {"type": "string", "enum": ["On", "Off"]},
            "internal": {"type": "string"},
            "selector": {"type": "object", "properties": {
                "matchLabels": {"type": "object", "additionalProperties": {"type": "string"}},
                "matchExpressions": {"type": "array", "items": {"type": "object"}},
            }},
        },
    });
    let mut note = FieldNote::new("Widget", "v1", "spec.mode");
    note.value = Some("On".to_owned());
    note.description = "It runs.".to_owned();
    let options = ReferenceOptions {
        hidden: vec!["spec.internal".to_owned()],
        notes: vec![note],
        ..ReferenceOptions::default()
    };
    let page = page_of(&json!([version("v1", true, &spec)]), &options);
    let v1 = &page.versions[0];
    assert_eq!(v1.fields.len(), 1);
    let [listeners, mode, selector] = v1.fields[0].fields.as_slice() else {
        panic!("{:?}", v1.fields[0].fields);
    };
    assert!(listeners.is_required);
    assert_eq!(listeners.fields[1].path, "spec.listeners[].port");
    assert_eq!(v1.deprecated_fields, ["spec.listeners[].port"]);
    let pattern = listeners.fields[0].pattern.as_ref().unwrap();
    assert_eq!(pattern.fits.as_deref(), Some("example"));
    assert_eq!(pattern.fails.as_deref(), Some("Example"));
    assert_eq!(mode.values[0].description, "It runs.");
    assert_eq!(selector.known_type.as_ref().unwrap().name, "LabelSelector");
    assert!(
        v1.samples[0].text.contains("listeners: []"),
        "{}",
        v1.samples[0].text
    );
}

#[test]
fn the_newest_stable_version_is_first_and_says_what_changed() {
    let old =
        json!({"type": "object", "properties": {"size": {"type": "string"}, "gone": {"type": "string"}}});
    let new =
        json!({"type": "object", "properties": {"size": {"type": "integer"}, "fresh": {"type": "string"}}});
    let versions = json!([version("v1beta1", false, &old), version("v1", true, &new)]);
    let page = page_of(&versions, &ReferenceOptions::default());
    let names: Vec<&str> = page
        .versions
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    assert_eq!(names, ["v1", "v1beta1"]);
    let changes = page.versions[0].changes.as_ref().unwrap();
    let texts: Vec<String> = changes
        .list
        .iter()
        .map(|change| format!("{} {}", change.path, change.text))
        .collect();
    assert_eq!(
        texts,
        [
            "spec.gone removed",
            "spec.size was a string, is an integer",
            "spec.fresh added"
        ]
    );
    assert!(page.versions[1].changes.is_none());
}
