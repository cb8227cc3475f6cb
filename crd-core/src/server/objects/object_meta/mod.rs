//! `ObjectMeta`: decoded as Go decodes it, written back, and validated (rules §1.6 M-rows, §7.4).

mod decode;
mod validate;

use serde_json::{Map, Value, json};

pub(crate) use decode::decode;
pub use validate::Scope;
pub(crate) use validate::{NameRule, validate, validate_update};

/// The metadata of an object; empty strings mean absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjectMeta {
    pub(crate) name: String,
    pub(crate) generate_name: String,
    pub(crate) namespace: String,
    pub(crate) self_link: String,
    pub(crate) uid: String,
    pub(crate) resource_version: String,
    pub(crate) generation: i64,
    pub(crate) creation_timestamp: Option<String>,
    pub(crate) deletion_timestamp: Option<String>,
    pub(crate) deletion_grace_period_seconds: Option<i64>,
    pub(crate) labels: Vec<(String, String)>,
    pub(crate) annotations: Vec<(String, String)>,
    pub(crate) owner_references: Vec<OwnerReference>,
    pub(crate) finalizers: Vec<String>,
    pub(crate) managed_fields: Vec<ManagedFields>,
}

/// One entry of `ownerReferences`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnerReference {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) uid: String,
    pub(crate) controller: Option<bool>,
    pub(crate) block_owner_deletion: Option<bool>,
}

/// One entry of `managedFields`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ManagedFields {
    pub(crate) manager: String,
    pub(crate) operation: String,
    pub(crate) api_version: String,
    pub(crate) time: Option<String>,
    pub(crate) fields_type: String,
    pub(crate) fields_v1: Option<Value>,
    pub(crate) subresource: String,
}

impl ObjectMeta {
    /// What the server puts in the place of the decoded metadata.
    pub(crate) fn to_value(&self) -> Value {
        let mut map = Map::new();
        put_text(&mut map, "name", &self.name);
        put_text(&mut map, "generateName", &self.generate_name);
        put_text(&mut map, "namespace", &self.namespace);
        put_text(&mut map, "selfLink", &self.self_link);
        put_text(&mut map, "uid", &self.uid);
        put_text(&mut map, "resourceVersion", &self.resource_version);
        if self.generation != 0 {
            map.insert("generation".into(), self.generation.into());
        }
        put(&mut map, "creationTimestamp", self.creation_timestamp.clone());
        put(&mut map, "deletionTimestamp", self.deletion_timestamp.clone());
        put(
            &mut map,
            "deletionGracePeriodSeconds",
            self.deletion_grace_period_seconds,
        );
        put_texts(&mut map, "labels", &self.labels);
        put_texts(&mut map, "annotations", &self.annotations);
        put_list(
            &mut map,
            "ownerReferences",
            self.owner_references.iter().map(OwnerReference::to_value),
        );
        put_list(
            &mut map,
            "finalizers",
            self.finalizers.iter().map(|name| json!(name)),
        );
        put_list(
            &mut map,
            "managedFields",
            self.managed_fields.iter().map(ManagedFields::to_value),
        );
        Value::Object(map)
    }
}

impl OwnerReference {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.insert("apiVersion".into(), self.api_version.as_str().into());
        map.insert("kind".into(), self.kind.as_str().into());
        map.insert("name".into(), self.name.as_str().into());
        map.insert("uid".into(), self.uid.as_str().into());
        put(&mut map, "controller", self.controller);
        put(&mut map, "blockOwnerDeletion", self.block_owner_deletion);
        Value::Object(map)
    }
}

impl ManagedFields {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        put_text(&mut map, "manager", &self.manager);
        put_text(&mut map, "operation", &self.operation);
        put_text(&mut map, "apiVersion", &self.api_version);
        put(&mut map, "time", self.time.clone());
        put_text(&mut map, "fieldsType", &self.fields_type);
        put(&mut map, "fieldsV1", self.fields_v1.clone());
        put_text(&mut map, "subresource", &self.subresource);
        Value::Object(map)
    }
}

fn put(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        map.insert(key.into(), value.into());
    }
}

fn put_text(map: &mut Map<String, Value>, key: &str, text: &str) {
    put(map, key, (!text.is_empty()).then_some(text));
}

fn put_texts(map: &mut Map<String, Value>, key: &str, texts: &[(String, String)]) {
    if !texts.is_empty() {
        let texts: Map<String, Value> = texts
            .iter()
            .map(|(key, text)| (key.clone(), text.as_str().into()))
            .collect();
        map.insert(key.into(), Value::Object(texts));
    }
}

fn put_list(map: &mut Map<String, Value>, key: &str, items: impl Iterator<Item = Value>) {
    let items: Vec<Value> = items.collect();
    if !items.is_empty() {
        map.insert(key.into(), Value::Array(items));
    }
}
