//! Deserializes the objects that a CRD admits to its types, serializes them, and compares: a member that is absent, null or empty
//! must remain so.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crd_core::KubeVersion;
use crd_core::objects::{Admission, Operation, Request, prune};
use crd_core::samples::Samples;
use crd_core::values::{ValueOptions, Values};
use serde_json::{Value, json};

use crate::{Entry, ImportedCrd};

/// The number of values that are generated for each requested object: rules reject many.
const ATTEMPTS: usize = 4;

#[derive(Default)]
struct Counts {
    objects: usize,
    versions: usize,
    /// Versions without an admitted object.
    without: Vec<String>,
    /// Differences, with the number of objects that have each and the first such object.
    classes: BTreeMap<String, (usize, String)>,
}

pub(crate) fn read(imported: &[ImportedCrd<'_>], count: usize, samples: &[String]) {
    let mut counts = Counts::default();
    let given = given(samples);
    for one in imported {
        for entry in &one.entries {
            let at = format!("{} {} {}", one.batch, entry.crd, entry.version);
            let Ok(admission) = Admission::new(&one.crd, entry.version, KubeVersion::DEFAULT) else {
                eprintln!("{at}: no judge");
                continue;
            };
            counts.versions += 1;
            let before = counts.objects;
            let key = (
                format!("{}/{}", one.crd.spec.group, entry.version),
                one.crd.spec.names.kind.to_string(),
            );
            for object in given.get(&key).into_iter().flatten() {
                let mut object = object.clone();
                prune(admission.schema(), &mut object);
                if admission.admit(Request::create(&object)).is_accepted() {
                    omit_refused_status(&admission, &mut object);
                    check(entry, &admission, object, &at, &mut counts);
                }
            }
            if samples.is_empty() {
                made(one, entry, &admission, count, &at, &mut counts);
            }
            if counts.objects == before {
                counts.without.push(at);
            }
        }
    }
    for (class, (count, first)) in &counts.classes {
        println!("{count:7} objects  {class}\n                 first: {first}");
    }
    println!("{} objects of {} versions", counts.objects, counts.versions);
    if samples.is_empty() {
        println!(
            "{} versions without an object: {:?}",
            counts.without.len(),
            counts.without
        );
    }
}

/// Returns generated objects, and those of the samples.
fn made(
    one: &ImportedCrd<'_>,
    entry: &Entry,
    admission: &Admission,
    count: usize,
    at: &str,
    counts: &mut Counts,
) {
    let mut values = Values::new(7);
    let mut found = 0;
    for attempt in 0..count * ATTEMPTS {
        if found == count {
            break;
        }
        let options = match attempt % 4 {
            0 => ValueOptions::EDGES,
            1 => ValueOptions {
                optional_percent: 15,
                ..ValueOptions::WHOLE
            },
            _ => ValueOptions::WHOLE,
        };
        let mut object = values.value(admission.schema(), options);
        identify(one, entry, &mut object);
        if admission.admit(Request::create(&object)).is_accepted() {
            found += 1;
            omit_refused_status(admission, &mut object);
            check(entry, admission, object, at, counts);
        }
    }
    if let Ok(mut samples) = Samples::new(&one.crd, entry.version, KubeVersion::DEFAULT) {
        let mut objects = Vec::new();
        objects.extend(samples.smallest().ok());
        objects.extend(samples.full().ok().map(|full| full.object));
        objects.extend(
            samples
                .members()
                .into_iter()
                .filter_map(|member| member.object.ok()),
        );
        for object in objects {
            check(entry, admission, object, at, counts);
        }
    }
}

fn identify(one: &ImportedCrd<'_>, entry: &Entry, object: &mut Value) {
    object["apiVersion"] = json!(format!("{}/{}", one.crd.spec.group, entry.version));
    object["kind"] = json!(one.crd.spec.names.kind);
    object["metadata"] = match &*one.crd.spec.scope {
        "Cluster" => json!({"name": "a"}),
        _ => json!({"name": "a", "namespace": "b", "labels": {"c": "d"}}),
    };
}

fn check(entry: &Entry, admission: &Admission, object: Value, at: &str, counts: &mut Counts) {
    counts.objects += 1;
    let mut add = |class: String, shown: String| {
        counts
            .classes
            .entry(class)
            .or_insert_with(|| (0, format!("{at} {shown}")))
            .0 += 1;
    };
    let Some(round_trip) = entry.round_trip else {
        return;
    };
    match round_trip(object.clone()) {
        Ok(written) => {
            let mut found = Vec::new();
            differences("", &object, &written, &mut found);
            found.sort();
            found.dedup_by(|a, b| a.0 == b.0);
            for (class, place) in found {
                add(class, place);
            }
            let errors = errors(admission, &written);
            if !errors.is_empty() {
                add("what is written is refused".to_owned(), errors.join("; "));
            }
        }
        Err(error) => add(
            format!("cannot be read: {}", without_numbers(&error.to_string())),
            String::new(),
        ),
    }
}

/// Removes a status that a request to store it would not be allowed to store.
fn omit_refused_status(admission: &Admission, object: &mut Value) {
    if !errors(admission, object).is_empty()
        && let Some(members) = object.as_object_mut()
    {
        members.remove("status");
    }
}

/// Returns the errors of the requests that store an object: with a status subresource, the first request ignores the status.
fn errors(admission: &Admission, object: &Value) -> Vec<String> {
    let mut admitted = admission.admit(Request::create(object));
    if admitted.is_accepted() && admission.options().status_subresource && object.get("status").is_some() {
        let (mut old, mut new) = (admitted.object, object.clone());
        for object in [&mut old, &mut new] {
            object["metadata"]["resourceVersion"] = json!("1");
        }
        admitted = admission.admit(Request::new(Operation::UpdateStatus { old: &old }, &new));
    }
    let of_fields = admitted.errors.iter();
    let of_fields = of_fields.map(|error| format!("{}: {}", error.field, error.detail));
    let of_object = admitted.decode.iter().map(|finding| format!("{finding:?}"));
    of_object.chain(of_fields).collect()
}

fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).take(90).collect()
}

/// Adds the classes and places of the differences.
fn differences(place: &str, wanted: &Value, found: &Value, out: &mut Vec<(String, String)>) {
    match (wanted, found) {
        (Value::Object(a), Value::Object(b)) => {
            for (name, value) in a {
                let below = format!("{place}.{name}");
                match (value, b.get(name)) {
                    (value, Some(other)) => differences(&below, value, other, out),
                    (Value::Null, None) => out.push(("null became absent".to_owned(), below)),
                    (Value::Array(list), None) if list.is_empty() => {
                        out.push(("an empty list became absent".to_owned(), below))
                    }
                    (Value::Object(map), None) if map.is_empty() => {
                        out.push(("an empty object became absent".to_owned(), below))
                    }
                    (value, None) => out.push(("a member is gone".to_owned(), format!("{below} {value}"))),
                }
            }
            for (name, value) in b.iter().filter(|(name, _)| !a.contains_key(*name)) {
                out.push(("a member is new".to_owned(), format!("{place}.{name} {value}")));
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{place}[{index}]"), a, b, out);
            }
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
        _ if wanted == found => {}
        _ => out.push((
            "another value".to_owned(),
            format!("{place} {wanted} became {found}"),
        )),
    }
}

/// Returns the objects in files below directories, by version and kind.
fn given(directories: &[String]) -> BTreeMap<(String, String), Vec<Value>> {
    let mut all: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    let mut paths = Vec::new();
    for directory in directories {
        crate::files::find(Path::new(directory), &mut paths);
    }
    for path in paths {
        let Ok(text) = fs::read(&path) else { continue };
        let read = crd_core::yaml::read(&text[..], crd_core::yaml::Options::default());
        for document in &read.documents {
            let value = document.root.to_json();
            let of = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
            if let (Some(version), Some(kind)) = (of("apiVersion"), of("kind")) {
                all.entry((version, kind)).or_default().push(value);
            }
        }
    }
    all
}
