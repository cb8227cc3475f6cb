//! Checks stored objects under a new CRD: finds those that lose data when they are read, and those that can no longer be edited.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::sort::sort_by_key;
use crate::server::objects::{Admission, Admitted, Request};

/// The effect of a new CRD on stored objects.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StoredReport {
    /// Number of objects of the CRD.
    pub objects: usize,
    /// The affected objects by cause; within each kind of effect, the causes with most objects come first.
    pub causes: Vec<StoredCause>,
}

/// A cause, its effect, and the affected objects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredCause {
    /// The effect.
    pub effect: StoredObjectEffect,
    /// The server's message for the first of them.
    pub reason: String,
    /// The objects, as `namespace/name` or `name`.
    pub objects: Vec<String>,
}

/// The effect of a new CRD on a stored object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredObjectEffect {
    /// Every update is rejected, even one of a label.
    Uneditable,
    /// A part of the object is dropped when it is read.
    LosesData,
    /// A value of the object is rejected; the object can be edited as long as the value is unchanged.
    Ratcheted,
    /// The version of the object was removed.
    Unreadable,
}

/// Returns the effect on objects that are stored under `old`, once `new` replaces it. Objects of other kinds are
/// ignored, and so are values that `old` already rejects or drops.
#[must_use]
pub fn stored_objects(old: &Crd, new: &Crd, objects: &[Value], server: KubeVersion) -> StoredReport {
    let mut report = StoredReport::default();
    let mut causes: BTreeMap<(StoredObjectEffect, String), StoredCause> = BTreeMap::new();
    let mut admissions: BTreeMap<String, [Option<Admission>; 2]> = BTreeMap::new();
    for object in objects {
        let Some(version) = version_of(object, old) else {
            continue;
        };
        report.objects += 1;
        let name = name_of(object);
        let [before, after] = admissions
            .entry(version.clone())
            .or_insert_with(|| [old, new].map(|crd| Admission::new(crd, &version, server).ok()));
        let mut add = |effect: StoredObjectEffect, key: String, reason: String| {
            let cause = causes.entry((effect, key)).or_insert_with(|| StoredCause {
                effect,
                reason,
                objects: Vec::new(),
            });
            if cause.objects.last() != Some(&name) {
                cause.objects.push(name.clone());
            }
        };
        let Some(after) = after else {
            add(
                StoredObjectEffect::Unreadable,
                version.clone(),
                format!("`{version}` is not in the new CRD"),
            );
            continue;
        };
        let request = labelled(object);
        let now = after.admit(Request::update(object, &request));
        let was = before
            .as_ref()
            .map(|before| before.admit(Request::update(object, &request)));
        causes_of(&now, was.as_ref(), &mut add);
        ratcheted(object, after, before.as_ref(), &now, &mut add);
    }
    report.causes = causes.into_values().collect();
    sort_by_key(&mut report.causes, &|cause| {
        (cause.effect, std::cmp::Reverse(cause.objects.len()))
    });
    report
}

/// Adds the errors and dropped fields of an update of a label that only the new CRD reports.
fn causes_of(
    now: &Admitted,
    was: Option<&Admitted>,
    add: &mut dyn FnMut(StoredObjectEffect, String, String),
) {
    let is_known = |key: &str, of: &dyn Fn(&Admitted) -> Vec<String>| {
        was.is_some_and(|was| of(was).iter().any(|known| known == key))
    };
    let errors = |answer: &Admitted| -> Vec<String> {
        answer
            .errors
            .iter()
            .map(|error| format!("{:?} {}", error.kind, general(&error.field)))
            .collect()
    };
    let dropped = |answer: &Admitted| -> Vec<String> {
        answer
            .strict
            .iter()
            .map(|finding| general(&finding.field))
            .collect()
    };
    for (error, key) in now.errors.iter().zip(errors(now)) {
        if !is_known(&key, &errors) {
            add(StoredObjectEffect::Uneditable, key, error.to_string());
        }
    }
    for (finding, key) in now.strict.iter().zip(dropped(now)) {
        if !is_known(&key, &dropped) {
            add(StoredObjectEffect::LosesData, key, finding.text.clone());
        }
    }
}

/// Adds the errors that only the new CRD reports when the object is created, but not when it is updated without
/// changing these values.
fn ratcheted(
    object: &Value,
    after: &Admission,
    before: Option<&Admission>,
    update: &Admitted,
    add: &mut dyn FnMut(StoredObjectEffect, String, String),
) {
    let key = |error: &FieldError| format!("{:?} {}", error.kind, general(&error.field));
    let was = before.map(|before| before.admit(Request::create(object)));
    let known = was.iter().chain([update]).flat_map(|answer| &answer.errors);
    let known: BTreeSet<String> = known.map(key).collect();
    for error in after.admit(Request::create(object)).errors {
        // Requests that create an object must not set the metadata that the server fills in.
        let is_of_server = error
            .field
            .segments
            .first()
            .is_some_and(|first| first.is_field("metadata"));
        if !is_of_server && !known.contains(&key(&error)) {
            add(StoredObjectEffect::Ratcheted, key(&error), error.to_string());
        }
    }
}

/// Formats a field without list indexes.
fn general(field: &FieldPath) -> String {
    let steps = field.segments.iter().map(|step| match step {
        Segment::Index(_) => "[]".to_owned(),
        Segment::Field(name) | Segment::Key(name) => format!(".{name}"),
    });
    steps.collect()
}

/// Returns the version of an object of the CRD's kind.
fn version_of(object: &Value, crd: &Crd) -> Option<String> {
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    if text("kind") != Some(&*crd.spec.names.kind) {
        return None;
    }
    let (group, version) = text("apiVersion")?.split_once('/')?;
    (*group == *crd.spec.group).then(|| version.to_owned())
}

fn name_of(object: &Value) -> String {
    let text = |key: &str| {
        let metadata = object.get("metadata")?;
        metadata.get(key)?.as_str()
    };
    let name = text("name").unwrap_or("(no name)");
    match text("namespace") {
        Some(namespace) => format!("{namespace}/{name}"),
        None => name.to_owned(),
    }
}

fn labelled(object: &Value) -> Value {
    let mut edited = object.clone();
    if let Some(metadata) = edited.get_mut("metadata").and_then(Value::as_object_mut) {
        let labels = metadata.entry("labels").or_insert_with(|| json!({}));
        if let Some(labels) = labels.as_object_mut() {
            labels.insert("edited".to_owned(), "true".into());
        }
    }
    edited
}
