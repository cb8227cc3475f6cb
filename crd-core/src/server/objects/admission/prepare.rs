//! The changes that the server makes to an object before it validates it (rules OBJ-02, OBJ-13, OBJ-16, OBJ-18).

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{Admission, Finding, Operation, ResourceOptions};
use crate::model::field::FieldPath;
use crate::model::metadata::ObjectMeta;
use crate::server::metadata::{self, OwnersSeen, ResourceScope};
use crate::server::objects::parts::same;

/// A placeholder of the same length as the random part that the server appends to `generateName`.
const RANDOM_PART: &str = "abcde";

/// Prepares metadata as the server does first: drops managed fields that it cannot decode, and repeated
/// owners, for which it returns a warning.
pub(super) fn receive(object: &mut Value, operation: Operation<'_>, old: Option<&Value>) -> Option<Finding> {
    let fields = object.get_mut("metadata")?.as_object_mut()?;
    if let Some(managed) = fields.get("managedFields") {
        let readable = metadata::decode(&json!({ "managedFields": managed }))
            .is_ok_and(|(meta, _)| metadata::are_readable(&meta.managed_fields));
        // A request to a subresource cannot set them.
        if !readable || matches!(operation, Operation::UpdateStatus { .. }) {
            let kept = old.and_then(|old| old.pointer("/metadata/managedFields"));
            set(fields, "managedFields", kept.cloned());
        }
    }
    let seen = match operation {
        Operation::Apply { .. } => OwnersSeen::AfterAdmission,
        _ => OwnersSeen::BeforeAdmission,
    };
    let owners = fields.get_mut("ownerReferences")?.as_array_mut()?;
    let uid = |owner: &Value| {
        owner
            .get("uid")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (index, text) = metadata::drop_repeated_owners(owners, uid, seen)?;
    let field = FieldPath::default()
        .child("metadata")
        .child("ownerReferences")
        .index(index);
    Some(Finding::new(text, field))
}

/// Changes a new object as the server does, including the fields that the server sets.
pub(super) fn create(options: &ResourceOptions, object: &mut Value) {
    let Value::Object(members) = object else { return };
    if options.status_subresource {
        members.remove("status");
    }
    let Some(fields) = metadata_of(members) else {
        return;
    };
    for key in [
        "uid",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "selfLink",
    ] {
        fields.remove(key);
    }
    if !fields.contains_key("name")
        && let Some(Value::String(prefix)) = fields.get("generateName")
    {
        // The server truncates long prefixes, so that the name has at most 63 characters.
        let cut: String = prefix.chars().take(58).collect();
        fields.insert("name".into(), format!("{cut}{RANDOM_PART}").into());
    }
    fill_namespace(fields, options.scope);
    set(fields, "generation", Some(1.into()));
}

/// Changes an object that replaces `old`, which has the metadata `old_meta`, as the server does.
pub(super) fn update(options: &ResourceOptions, object: &mut Value, old: &Value, old_meta: &ObjectMeta) {
    let Value::Object(members) = object else { return };
    if options.status_subresource {
        set(members, "status", old.get("status").cloned());
    }
    let changed = !same_but_metadata(members, old);
    let generation = if changed {
        old_meta.generation.saturating_add(1)
    } else {
        old_meta.generation
    };
    let Some(fields) = metadata_of(members) else {
        return;
    };
    fill_namespace(fields, options.scope);
    fields.remove("selfLink");
    set(fields, "generation", (generation != 0).then(|| generation.into()));
    keep(fields, old_meta);
}

/// Creates the stored object with the status of `object`.
pub(super) fn update_status(object: &mut Value, old: &Value) {
    let mut sent = std::mem::replace(object, old.clone());
    let mut take = |key: &str| sent.as_object_mut()?.remove(key);
    let (status, metadata) = (take("status"), take("metadata"));
    let managed = metadata.and_then(|metadata| match metadata {
        Value::Object(mut fields) => fields.remove("managedFields"),
        _ => None,
    });
    let Value::Object(members) = object else { return };
    set(members, "status", status);
    if let Some(fields) = metadata_of(members) {
        set(fields, "managedFields", managed);
    }
}

/// Copies fields that the server sets if the request omits them.
fn keep(fields: &mut Map<String, Value>, old: &ObjectMeta) {
    let time = |time: &Option<Box<str>>| time.as_deref().map(Value::from);
    if !old.uid.is_empty() && !fields.contains_key("uid") {
        fields.insert("uid".into(), Value::from(&*old.uid));
    }
    if let Some(seconds) = old.deletion_grace_period_seconds
        && !fields.contains_key("deletionGracePeriodSeconds")
    {
        fields.insert("deletionGracePeriodSeconds".into(), seconds.into());
    }
    set(fields, "creationTimestamp", time(&old.creation_timestamp));
    if let Some(time) = time(&old.deletion_timestamp) {
        fields.insert("deletionTimestamp".into(), time);
    }
}

fn set(fields: &mut Map<String, Value>, key: &str, value: Option<Value>) {
    match (value, fields.get_mut(key)) {
        (Some(value), Some(present)) => *present = value,
        (Some(value), None) => {
            fields.insert(key.to_owned(), value);
        }
        (None, Some(_)) => {
            fields.remove(key);
        }
        (None, None) => {}
    }
}

/// Converts the stored object to the form that requests read.
pub(super) fn stored(admission: &Admission, old: &mut Cow<'_, Value>) {
    let scope = admission.options.scope;
    let has_namespace = old
        .get("metadata")
        .and_then(Value::as_object)
        .map(|fields| fields.contains_key("namespace"));
    if has_namespace == Some(scope == ResourceScope::Namespaced) {
        return;
    }
    if let Some(fields) = old.to_mut().as_object_mut().and_then(metadata_of) {
        fill_namespace(fields, scope);
    }
}

/// Sets the namespace that requests name and manifests may omit; cluster-scoped objects lose theirs.
fn fill_namespace(fields: &mut Map<String, Value>, scope: ResourceScope) {
    match scope {
        ResourceScope::Namespaced => {
            if !fields.contains_key("namespace") {
                fields.insert("namespace".into(), "default".into());
            }
        }
        ResourceScope::Cluster => {
            fields.remove("namespace");
        }
    }
}

/// Returns the members of the metadata, which is added if there is none.
fn metadata_of(members: &mut Map<String, Value>) -> Option<&mut Map<String, Value>> {
    if !members.get("metadata").is_some_and(Value::is_object) {
        members.insert("metadata".into(), Value::Object(Map::new()));
    }
    members.get_mut("metadata")?.as_object_mut()
}

/// Checks whether only metadata differs.
fn same_but_metadata(members: &Map<String, Value>, old: &Value) -> bool {
    let Some(old) = old.as_object() else { return false };
    let count = |members: &Map<String, Value>| members.keys().filter(|key| *key != "metadata").count();
    count(members) == count(old)
        && members
            .iter()
            .all(|(key, value)| key == "metadata" || old.get(key).is_some_and(|old| same(value, old)))
}

/// Returns the metadata of an object that has been decoded.
pub(super) fn meta_of(object: &Value) -> ObjectMeta {
    let Some(given) = object.get("metadata") else {
        return ObjectMeta::default();
    };
    metadata::plain(given)
        .or_else(|| metadata::decode(given).ok().map(|(meta, _)| meta))
        .unwrap_or_default()
}
