//! Effects on given objects.

use serde_json::{Value, json};

use super::with_spec;
use crate::KubeVersion;
use crate::compat::{StoredObjectEffect, stored_objects};

/// Returns the effects on an object with this spec, each with the server's message.
fn effects(old: &Value, new: &Value, spec: &Value) -> Vec<(StoredObjectEffect, String)> {
    let [old, new] = [old, new].map(with_spec);
    let object = json!({
        "apiVersion": format!("{}/v1", old.spec.group), "kind": &*old.spec.names.kind,
        "metadata": {"name": "a", "namespace": "b"}, "spec": spec,
    });
    let report = stored_objects(&old, &new, &[object], KubeVersion::DEFAULT);
    let causes = report.causes.into_iter();
    causes.map(|cause| (cause.effect, cause.reason)).collect()
}

fn rejected_within(within: &str) -> StoredObjectEffect {
    StoredObjectEffect::EditRejected {
        within: within.to_owned(),
    }
}

#[test]
fn edits_of_an_object_that_lacks_a_field() {
    let spec = |required: Value| {
        json!({"type": "object", "required": required, "properties": {
            "title": {"type": "string"}, "genre": {"type": "string"}, "size": {"type": "integer"},
        }})
    };
    let (old, new) = (spec(json!(["title"])), spec(json!(["title", "genre"])));
    for stored in [json!({"title": "a", "size": 1}), json!({"title": "a"})] {
        let found = effects(&old, &new, &stored);
        assert_eq!(
            found,
            [(rejected_within("spec"), "spec.genre: Required value".to_owned())]
        );
    }
}

#[test]
fn edits_of_other_elements() {
    let list = |kind: &str, most: i64| {
        let name = json!({"type": "string", "maxLength": 9});
        let size = json!({"type": "integer", "maximum": most});
        let mut list = json!({"type": "array", "maxItems": 9, "x-kubernetes-list-type": kind, "items": {
            "type": "object", "required": ["name"], "properties": {"name": name, "size": size},
        }});
        if kind == "map" {
            list["x-kubernetes-list-map-keys"] = json!(["name"]);
        }
        json!({"type": "object", "properties": {"slots": list}})
    };
    let stored = json!({"slots": [{"name": "a", "size": 8}, {"name": "b", "size": 1}]});
    for (kind, expected) in [
        ("atomic", rejected_within("spec.slots")),
        ("map", StoredObjectEffect::Ratcheted),
    ] {
        let found = effects(&list(kind, 9), &list(kind, 5), &stored);
        let effects: Vec<_> = found.into_iter().map(|(effect, _)| effect).collect();
        assert_eq!(effects, [expected], "{kind}");
    }
}

#[test]
fn rules_that_were_not_evaluated_are_no_cause() {
    let spec = |most: i64| {
        json!({"type": "object", "x-kubernetes-validations": [{"rule": "self.size > 0"}], "properties": {
            "size": {"type": "integer", "maximum": most},
        }})
    };
    let found = effects(&spec(9), &spec(5), &json!({"size": 8}));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, StoredObjectEffect::Ratcheted);
}
