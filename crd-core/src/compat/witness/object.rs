//! Completes a value to a whole object, with the members that every object has.

use serde_json::{Value, json};

use crate::compat::finding::WitnessOperation;
use crate::compat::schema::has_status_endpoint;
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldError, FieldPath};
use crate::values::{PlacedValue, is_within};

/// The members that objects of a version have in addition to those of its schema.
pub(super) struct ObjectParts {
    api_version: String,
    kind: String,
    /// Whether the status has its own endpoint, before and after.
    status: [bool; 2],
}

impl ObjectParts {
    pub(super) fn of(old: &Crd, new: &Crd, version: &Version) -> Self {
        ObjectParts {
            api_version: format!("{}/{}", old.spec.group, version.name),
            kind: old.spec.names.kind.to_string(),
            status: [old, new].map(|crd| has_status_endpoint(crd, &version.name)),
        }
    }

    /// Returns the operation that writes the value at a place; `None` if it differs between the CRDs.
    pub(super) fn operation(&self, place: &FieldPath) -> Option<WitnessOperation> {
        let is_status = place
            .segments
            .first()
            .is_some_and(|first| first.is_field("status"));
        match self.status {
            _ if !is_status => Some(WitnessOperation::Create),
            [false, false] => Some(WitnessOperation::Create),
            [true, true] => Some(WitnessOperation::UpdateStatus),
            _ => None,
        }
    }

    /// Adds type and name. The status is left out of objects whose place is not in it.
    pub(super) fn complete(&self, mut placed: PlacedValue) -> PlacedValue {
        if !placed.whole.is_object() {
            placed.whole = json!({});
        }
        if let Some(members) = placed.whole.as_object_mut() {
            members.insert("apiVersion".to_owned(), self.api_version.as_str().into());
            members.insert("kind".to_owned(), self.kind.as_str().into());
            let is_metadata = placed
                .place
                .segments
                .first()
                .is_some_and(|first| first.is_field("metadata"));
            let given = members.remove("metadata").filter(|_| is_metadata);
            let mut metadata = given.unwrap_or_else(|| json!({}));
            if let Some(fields) = metadata.as_object_mut()
                && !fields.contains_key("name")
                && !fields.contains_key("generateName")
            {
                fields.insert("name".to_owned(), "example".into());
            }
            members.insert("metadata".to_owned(), metadata);
            let is_status = placed
                .place
                .segments
                .first()
                .is_some_and(|first| first.is_field("status"));
            if !is_status && self.status != [false, false] {
                members.remove("status");
            }
        }
        placed
    }

    pub(super) fn without_status(object: &Value) -> Value {
        let mut stored = object.clone();
        if let Some(members) = stored.as_object_mut() {
            members.remove("status");
        }
        stored
    }
}

/// Whether an error concerns a place or a value within it.
pub(super) fn relates(error: &FieldError, place: &FieldPath) -> bool {
    is_within(&error.value_path().segments, &place.segments)
}
