//! Checks stored objects under a new CRD: finds those that lose data when they are read, and those that can no longer be edited.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{ErrorType, FieldError, FieldPath, Segment};
use crate::model::sort::sort_by_key;
use crate::model::structural::{ListType, Structural};
use crate::server::objects::{Admission, Admitted, Request, is_consequence};
use crate::values::{ValueStep, is_within, node_at, remove_at, value_at};

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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredObjectEffect {
    /// Every update is rejected, even one of a label.
    Uneditable,
    /// A part of the object is dropped when it is read.
    LosesData,
    /// A part of the object is rejected, with each edit that does not correct it.
    EditRejected {
        /// The part, such as `spec`.
        within: String,
    },
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
    let mut held = BTreeMap::new();
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
            let cause = causes
                .entry((effect.clone(), key))
                .or_insert_with(|| StoredCause {
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
        for (key, error) in ratcheted(object, after, before.as_ref(), &now) {
            let within = held
                .entry(key.clone())
                .or_insert_with(|| held_with(object, after, &error).as_ref().map(shown));
            let effect = match within {
                Some(within) => StoredObjectEffect::EditRejected {
                    within: within.clone(),
                },
                None => StoredObjectEffect::Ratcheted,
            };
            add(effect, key, error.to_string());
        }
    }
    report.causes = causes.into_values().collect();
    sort_by_key(&mut report.causes, &|cause| {
        (cause.effect.clone(), std::cmp::Reverse(cause.objects.len()))
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
    let errors = |answer: &Admitted| -> Vec<String> { answer.errors.iter().map(key_of).collect() };
    let dropped = |answer: &Admitted| -> Vec<String> {
        answer
            .strict
            .iter()
            .map(|finding| general(&finding.field))
            .collect()
    };
    for (error, key) in now.errors.iter().zip(errors(now)) {
        if !is_known(&key, &errors) && !is_consequence(error) {
            add(StoredObjectEffect::Uneditable, key, error.to_string());
        }
    }
    for (finding, key) in now.strict.iter().zip(dropped(now)) {
        if !is_known(&key, &dropped) {
            add(StoredObjectEffect::LosesData, key, finding.text.clone());
        }
    }
}

/// Returns the errors that only the new CRD reports when the object is created, but not when it is updated without changing these
/// values; each with its key.
fn ratcheted(
    object: &Value,
    after: &Admission,
    before: Option<&Admission>,
    update: &Admitted,
) -> Vec<(String, FieldError)> {
    let was = before.map(|before| before.admit(Request::create(object)));
    let known = was.iter().chain([update]).flat_map(|answer| &answer.errors);
    let known: BTreeSet<String> = known.map(key_of).collect();
    let errors = after.admit(Request::create(object)).errors.into_iter();
    // Requests that create an object must not set the metadata that the server fills in.
    let is_of_server = |error: &FieldError| {
        let first = error.field.segments.first();
        first.is_some_and(|first| first.is_field("metadata"))
    };
    let errors = errors.filter(|error| !is_of_server(error) && !is_consequence(error));
    errors
        .map(|error| (key_of(&error), error))
        .filter(|(key, _)| !known.contains(key))
        .collect()
}

/// Returns the part of an object around an error in which the server rejects other edits, too: the object that lacks a field, or the
/// list that is replaced as a whole.
fn held_with(object: &Value, after: &Admission, error: &FieldError) -> Option<FieldPath> {
    const MOST_EDITS: usize = 8;
    let key = key_of(error);
    let is_rejected = |edited: &Value| {
        let answer = after.admit(Request::update(object, edited));
        answer.errors.iter().any(|error| key_of(error) == key)
    };
    let depth = error.field.segments.len();
    let mut held = (error.kind == ErrorType::Required && depth > 1).then(|| error.field.ancestor(1));
    for up in 1..depth {
        let place = error.field.ancestor(up);
        let mut edits = removals(object, &place, error.field.segments.get(depth - up));
        edits.retain(|(removed, _)| !is_key_of_list(after.schema(), &removed.segments));
        if edits
            .iter()
            .take(MOST_EDITS)
            .any(|(_, edited)| is_rejected(edited))
        {
            held = Some(place);
        }
    }
    held
}

/// Whether a path is that of a key of an element in a list with keys: without its key, it is another element.
fn is_key_of_list(schema: &Structural, path: &[Segment]) -> bool {
    let [list @ .., Segment::Index(_), key] = path else {
        return false;
    };
    let steps = list.iter().map(|segment| match segment {
        Segment::Index(_) => ValueStep::Element,
        Segment::Field(name) | Segment::Key(name) => ValueStep::Member((&**name).into()),
    });
    let list = node_at(schema, &steps.collect::<Vec<_>>());
    match list.and_then(|list| list.list_type()) {
        Some(ListType::Map(keys)) => keys.iter().any(|name| key.name() == Some(&**name)),
        _ => false,
    }
}

/// Returns copies of an object, each without another member or element of the part at a place, and the path of that. The one with this
/// name or position stays.
fn removals(object: &Value, place: &FieldPath, kept: Option<&Segment>) -> Vec<(FieldPath, Value)> {
    let names: Vec<FieldPath> = match value_at(object, place) {
        Some(Value::Object(members)) => members.keys().map(|name| place.clone().child(name)).collect(),
        Some(Value::Array(elements)) => {
            let positions = (0..elements.len()).rev();
            positions.map(|position| place.clone().index(position)).collect()
        }
        _ => Vec::new(),
    };
    let is_other = |path: &FieldPath| {
        kept.is_none_or(|kept| {
            !is_within(
                &path.segments,
                &[&*place.segments, std::slice::from_ref(kept)].concat(),
            )
        })
    };
    let removal = |path: FieldPath| {
        let mut edited = object.clone();
        remove_at(&mut edited, &path);
        (path, edited)
    };
    names.into_iter().filter(is_other).map(removal).collect()
}

/// Returns what equal errors of several objects share.
fn key_of(error: &FieldError) -> String {
    format!("{:?} {}", error.kind, general(&error.field))
}

/// Formats a field without list indexes and the dot at the start.
fn shown(field: &FieldPath) -> String {
    general(field).trim_start_matches('.').to_owned()
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
