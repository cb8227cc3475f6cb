//! Whole objects around a value: what every object has, where a value is, and smaller objects that show the same.

use serde_json::{Value, json};

use crate::compat::finding::WitnessOperation;
use crate::model::crd::{Crd, Version};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::values::PlacedValue;

/// The most objects that are tried to find a smaller one.
const MOST_ATTEMPTS: usize = 120;

/// What objects of a version have beside what its schema says.
pub(super) struct ObjectParts {
    api_version: String,
    kind: String,
    /// Whether the status has its own endpoint, before and after.
    status: [bool; 2],
}

impl ObjectParts {
    pub(super) fn of(old: &Crd, new: &Crd, version: &Version) -> Self {
        let has_status = |crd: &Crd| {
            let version = crd.version(&version.name);
            let subresources = version.and_then(|version| version.subresources.as_ref());
            let top = crd
                .spec
                .v1beta1
                .as_deref()
                .and_then(|top| top.subresources.as_ref());
            subresources
                .or(top)
                .is_some_and(|subresources| subresources.status)
        };
        ObjectParts {
            api_version: format!("{}/{}", old.spec.group, version.name),
            kind: old.spec.names.kind.to_string(),
            status: [has_status(old), has_status(new)],
        }
    }

    /// The request that writes what is at a place; `None` if the CRDs have different ones.
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

    /// Adds type and name. The status of objects that are not about it is left out.
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

/// Whether an error is about a place, or about what is within it.
pub(super) fn relates(error: &FieldError, place: &FieldPath) -> bool {
    let value = error.origin.as_ref().map_or(&error.field, |origin| &origin.value);
    is_within(&value.segments, &place.segments)
}

/// Whether one place is another or within it.
pub(super) fn is_within(inner: &[Segment], outer: &[Segment]) -> bool {
    inner.len() >= outer.len() && inner.iter().zip(outer).all(|(one, other)| is_same(one, other))
}

fn is_same(one: &Segment, other: &Segment) -> bool {
    match (one, other) {
        (Segment::Index(one), Segment::Index(other)) => one == other,
        (one, other) => one.name().is_some() && one.name() == other.name(),
    }
}

pub(super) fn value_at<'v>(object: &'v Value, place: &FieldPath) -> Option<&'v Value> {
    place
        .segments
        .iter()
        .try_fold(object, |value, segment| match segment {
            Segment::Index(index) => value.get(*index),
            Segment::Field(name) | Segment::Key(name) => value.get(&**name),
        })
}

pub(super) fn value_at_mut<'v>(object: &'v mut Value, place: &FieldPath) -> Option<&'v mut Value> {
    place
        .segments
        .iter()
        .try_fold(object, |value, segment| match segment {
            Segment::Index(index) => value.get_mut(*index),
            Segment::Field(name) | Segment::Key(name) => value.get_mut(&**name),
        })
}

/// A smaller object that still shows it: members and last elements that are not needed are removed.
pub(super) fn shrink(object: &Value, place: &FieldPath, shows: impl Fn(&Value) -> bool) -> Value {
    let mut smallest = object.clone();
    let mut attempts = 0;
    let mut is_smaller = true;
    while is_smaller && attempts < MOST_ATTEMPTS {
        is_smaller = false;
        for path in removable(&smallest, place) {
            attempts += 1;
            if attempts > MOST_ATTEMPTS {
                break;
            }
            let mut tried = smallest.clone();
            if remove(&mut tried, &path) && shows(&tried) {
                smallest = tried;
                is_smaller = true;
            }
        }
    }
    smallest
}

/// The places that are neither on the way to another nor needed in every object, outer ones first.
fn removable(object: &Value, place: &FieldPath) -> Vec<FieldPath> {
    let mut found = Vec::new();
    let mut waiting = vec![FieldPath::default()];
    while let Some(path) = waiting.pop() {
        let Some(value) = value_at(object, &path) else {
            continue;
        };
        let below: Vec<FieldPath> = match value {
            Value::Object(members) => {
                let names = members.keys();
                names.map(|name| path.clone().child(name)).collect()
            }
            Value::Array(elements) => {
                let last = elements.len().saturating_sub(1);
                (0..elements.len().min(1) + usize::from(last > 0))
                    .map(|index| path.clone().index(if index == 0 { last } else { 0 }))
                    .collect()
            }
            _ => continue,
        };
        for path in below {
            let is_of_all = path.segments.len() == 1
                && path.segments.first().is_some_and(|first| {
                    ["apiVersion", "kind", "metadata"]
                        .iter()
                        .any(|name| first.is_field(name))
                });
            if is_of_all {
                continue;
            }
            if !is_within(&place.segments, &path.segments) {
                found.push(path.clone());
            }
            waiting.push(path);
        }
    }
    found.sort_by_key(|path| path.segments.len());
    found
}

fn remove(object: &mut Value, path: &FieldPath) -> bool {
    let Some(last) = path.segments.last() else {
        return false;
    };
    match (value_at_mut(object, &path.ancestor(1)), last) {
        (Some(Value::Object(members)), segment) => {
            segment.name().is_some_and(|name| members.remove(name).is_some())
        }
        (Some(Value::Array(elements)), Segment::Index(index)) if *index < elements.len() => {
            elements.remove(*index);
            true
        }
        _ => false,
    }
}
