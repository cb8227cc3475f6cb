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

/// `v1` is the storage version.
fn version(name: &str, spec: &Value) -> Value {
    json!({
        "name": name, "served": true, "storage": name == "v1",
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
    let page = page_of(&json!([version("v1", &spec)]), &options);
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
    let versions = json!([version("v1beta1", &old), version("v1", &new)]);
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

#[test]
fn elements_have_their_own_entries() {
    let spec = json!({
        "type": "object",
        "properties": {
            "plain": {"type": "array", "items": {"type": "string"}},
            "tags": {"type": "array", "items": {"type": "string", "minLength": 2, "description": "One tag."}},
            "sizes": {"type": "object", "additionalProperties": {"type": "array", "items": {
                "type": "integer", "x-kubernetes-validations": [{"rule": "self != 3", "messageExpression": "'no three'"}],
            }}},
        },
    });
    let page = page_of(&json!([version("v1", &spec)]), &ReferenceOptions::default());
    let [plain, sizes, tags] = page.versions[0].fields[0].fields.as_slice() else {
        panic!("{:?}", page.versions[0].fields[0].fields);
    };
    assert_eq!(plain.element, None);
    let tag = tags.element.as_deref().unwrap();
    assert_eq!(
        (&*tag.path, &*tag.description, &*tag.bounds),
        (
            "spec.tags[]",
            "One tag.",
            ["at least 2 characters".to_owned()].as_slice()
        )
    );
    let size = sizes.element.as_deref().and_then(|list| list.element.as_deref());
    let size = size.unwrap();
    assert_eq!(
        (&*size.path, &*size.rules[0].message_expression),
        ("spec.sizes.*[]", "'no three'")
    );
}

#[test]
fn unions_say_how_many_and_what_words_do_not_say_stands_as_it_is() {
    let branches = json!([{"required": ["a"]}, {"required": ["b"]}]);
    let both = json!({"a": {"type": "string"}, "b": {"type": "string"}});
    let object = |more: Value| {
        let mut object = json!({"type": "object", "properties": both});
        let members = object.as_object_mut().unwrap();
        members.extend(more.as_object().unwrap().clone());
        object
    };
    let spec = json!({
        "type": "object",
        "properties": {
            "any": object(json!({"anyOf": branches})),
            "least": object(json!({"maxProperties": 1})),
            "not": object(json!({"oneOf": branches, "not": {"required": ["c"]}})),
            "one": object(json!({"oneOf": branches})),
        },
    });
    let page = page_of(&json!([version("v1", &spec)]), &ReferenceOptions::default());
    let found: Vec<_> = page.versions[0].fields[0]
        .fields
        .iter()
        .map(|field| {
            let union = field.union.as_ref().unwrap();
            (&*union.choices, field.conditions.clone())
        })
        .collect();
    let conditions = json!({"oneOf": branches, "not": {"required": ["c"]}});
    assert_eq!(
        found,
        [
            ("at least one of", None),
            ("at most one of", None),
            ("exactly one of", Some(conditions)),
            ("exactly one of", None),
        ]
    );
}

#[test]
fn hidden_fields_are_no_changes_either() {
    let old = json!({"type": "object", "properties": {"size": {"type": "string"}}});
    let new = json!({"type": "object", "properties": {"debug": {"type": "string"}, "debugging": {"type": "string"}, "size": {"type": "string"}}});
    let options = ReferenceOptions {
        hidden: vec!["spec.debug".to_owned()],
        ..ReferenceOptions::default()
    };
    let page = page_of(&json!([version("v1beta1", &old), version("v1", &new)]), &options);
    let changes = page.versions[0].changes.as_ref().unwrap();
    let paths: Vec<&str> = changes.list.iter().map(|change| &*change.path).collect();
    assert_eq!(paths, ["spec.debugging"]);
}
