//! Converts metadata back to JSON, as `encoding/json` writes `metav1.ObjectMeta`.

use serde_json::{Map, Value, json};

use crate::model::map::json_object;
use crate::model::metadata::{ManagedFieldsEntry, ObjectMeta, OwnerReference};

/// Returns the JSON form of `meta`, by which the server replaces the metadata that it decoded.
pub(crate) fn to_value(meta: &ObjectMeta) -> Value {
    let mut map = Map::new();
    put_text(&mut map, "name", &meta.name);
    put_text(&mut map, "generateName", &meta.generate_name);
    put_text(&mut map, "namespace", &meta.namespace);
    put_text(&mut map, "selfLink", &meta.self_link);
    put_text(&mut map, "uid", &meta.uid);
    put_text(&mut map, "resourceVersion", &meta.resource_version);
    if meta.generation != 0 {
        map.insert("generation".into(), meta.generation.into());
    }
    put(&mut map, "creationTimestamp", meta.creation_timestamp.as_deref());
    put(&mut map, "deletionTimestamp", meta.deletion_timestamp.as_deref());
    put(
        &mut map,
        "deletionGracePeriodSeconds",
        meta.deletion_grace_period_seconds,
    );
    put_texts(&mut map, "labels", &meta.labels);
    put_texts(&mut map, "annotations", &meta.annotations);
    put_list(&mut map, "ownerReferences", &meta.owner_references, owner);
    put_list(&mut map, "finalizers", &meta.finalizers, |name| json!(name));
    put_list(&mut map, "managedFields", &meta.managed_fields, manager);
    Value::Object(map)
}

fn owner(owner: &OwnerReference) -> Value {
    let mut map = Map::new();
    // These four have no `omitempty` in Go.
    map.insert("apiVersion".into(), json!(owner.api_version));
    map.insert("kind".into(), json!(owner.kind));
    map.insert("name".into(), json!(owner.name));
    map.insert("uid".into(), json!(owner.uid));
    put(&mut map, "controller", owner.controller);
    put(&mut map, "blockOwnerDeletion", owner.block_owner_deletion);
    Value::Object(map)
}

fn manager(entry: &ManagedFieldsEntry) -> Value {
    let mut map = Map::new();
    put_text(&mut map, "manager", &entry.manager);
    put_text(&mut map, "operation", &entry.operation);
    put_text(&mut map, "apiVersion", &entry.api_version);
    put(&mut map, "time", entry.time.as_deref());
    put_text(&mut map, "fieldsType", &entry.fields_type);
    put(&mut map, "fieldsV1", entry.fields_v1.as_deref().cloned());
    put_text(&mut map, "subresource", &entry.subresource);
    Value::Object(map)
}

fn put(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        map.insert(key.into(), value.into());
    }
}

fn put_text(map: &mut Map<String, Value>, key: &str, text: &str) {
    put(map, key, (!text.is_empty()).then_some(text));
}

fn put_texts(map: &mut Map<String, Value>, key: &str, texts: &crate::model::map::Map<Box<str>>) {
    if !texts.is_empty() {
        let mut texts = texts
            .iter()
            .map(|(key, text)| (key.to_owned(), Value::from(&**text)));
        map.insert(key.into(), json_object(&mut texts));
    }
}

fn put_list<T>(map: &mut Map<String, Value>, key: &str, items: &[T], write: impl Fn(&T) -> Value) {
    if !items.is_empty() {
        map.insert(key.into(), Value::Array(items.iter().map(write).collect()));
    }
}
