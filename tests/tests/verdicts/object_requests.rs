//! Replays recorded requests to a real API server in order, with the server's results: creates, merge patches, applies, updates of
//! the status and of the scale, strict and ignored fields, and updates of objects whose CRD was tightened.

use std::collections::BTreeMap;

use crd_core::decode::decode;
use crd_core::objects::{Admission, Admitted, FieldValidation, Operation, Request, Url, duplicates};
use crd_core::{KubeVersion, yaml};
use crd_gen_tests::lines;
use crd_gen_tests::server_parity::our_verdict::node;
use serde_json::{Value, json};

/// Requests that this library does not support, by their notes, with the reasons.
const NOT_ASKED: &[(&str, &str)] = &[
    (
        "bad fieldValidation",
        "the mode is an enum here; no value of it is wrong",
    ),
    (
        "update no rv",
        "resource versions are no part of what is judged: kubectl and controllers take them from what they read",
    ),
    (
        "update wrong rv",
        "a conflict is a matter of what is stored, not of the object",
    ),
    (
        "json patch",
        "the error is about a member of the patch itself; this library is given the outcome of a patch",
    ),
    (
        "strategic patch",
        "the server rejects the media type and reads nothing",
    ),
    (
        "apply",
        "the typed merge, which refuses undeclared fields, comes before the outcome that this library is given",
    ),
    ("apply strict unknown", "the typed merge, as above"),
    (
        "apply wrong type",
        "the typed merge refuses the value before the schema does",
    ),
    (
        "apply dup set",
        "the typed merge refuses duplicates of a set before the list types do",
    ),
];

/// Requests of which only the verdict is compared, by their notes, with the reasons.
const VERDICT_ALONE: &[(&str, &str)] = &[
    ("broken json", "the text is that of Go's JSON reader"),
    (
        "yaml body dup",
        "duplicates in a body in YAML are named in the words of Go's YAML reader",
    ),
    (
        "apply dup yaml",
        "duplicates in an applied text are named in the words of Go's YAML reader",
    ),
];

/// A minimal server for the requests.
#[derive(Default)]
struct Server {
    crds: BTreeMap<String, Value>,
    objects: BTreeMap<String, Value>,
}

#[test]
fn recorded_requests() {
    let Some(lines) = lines("conformance/object-requests.jsonl") else {
        return;
    };
    let mut servers: BTreeMap<String, Server> = BTreeMap::new();
    let (mut asked, mut wrong) = (0, Vec::new());
    for line in &lines {
        let exchange: Value = serde_json::from_str(line).expect("an exchange");
        let note = exchange["note"].as_str().expect("a note");
        if NOT_ASKED.iter().any(|(other, _)| *other == note) {
            continue;
        }
        let server = servers
            .entry(exchange["session"].as_str().expect("a session").to_owned())
            .or_default();
        if let Some(difference) = server.answer(&exchange) {
            wrong.push(format!("{note}: {difference}"));
        }
        asked += 1;
    }
    println!("{asked} of {} exchanges", lines.len());
    assert_eq!(
        asked + NOT_ASKED.len(),
        lines.len(),
        "each request is asked or listed"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

impl Server {
    fn answer(&mut self, exchange: &Value) -> Option<String> {
        let (path, query) = exchange["path"]
            .as_str()?
            .split_once('?')
            .unwrap_or((exchange["path"].as_str()?, ""));
        let steps: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        if steps.contains(&"customresourcedefinitions") {
            let crd = exchange["body"].clone();
            let plural = crd["spec"]["names"]["plural"].as_str()?.to_owned();
            self.crds.insert(plural, crd);
            return None;
        }
        let (plural, name, subresource) = (steps[5], steps.get(6), steps.get(7).copied());
        let crd = decode(&node(&as_crd(&self.crds[plural]))).crd.expect("a CRD");
        let admission = Admission::new(&crd, "v1", KubeVersion::DEFAULT).expect("a structural schema");
        let raw = exchange["raw"].as_str().map(str::to_owned);
        let body = raw.unwrap_or_else(|| exchange["body"].to_string());
        let read = yaml::read(body.as_bytes(), yaml::Options::default());
        if !read.errors.is_empty() {
            let status = &exchange["answer"]["status"];
            return (*status != json!(400)).then(|| format!("{:?} for {status}", read.errors));
        }
        let root = &read.documents.first()?.root;
        let sent = root.to_json();
        let findings = duplicates(root);
        let key = |name: &str| format!("{plural}/{name}");
        let old = name.and_then(|name| self.objects.get(&key(name))).cloned();
        let is_apply = exchange["type"] == "application/apply-patch+yaml";
        let object = match (exchange["method"].as_str()?, &old, subresource) {
            ("GET", Some(stored), None) => {
                // Reads the object as an update would.
                let request = Request::new(Operation::Update { old: stored }, stored);
                let admitted = admission.admit(request);
                return differs(&bare(admitted.object), &bare(exchange["answer"]["body"].clone()));
            }
            ("GET", ..) => return None,
            ("POST" | "PUT", ..) | (_, None, _) => sent.clone(),
            (_, Some(stored), Some("scale")) => {
                let replicas = stored["spec"]["replicas"].clone();
                let mut scale = json!({"spec": {"replicas": replicas}});
                merge(&mut scale, &sent, Nulls::Remove);
                scale
            }
            (_, Some(stored), _) => {
                let mut object = stored.clone();
                let nulls = if is_apply { Nulls::Keep } else { Nulls::Remove };
                merge(&mut object, &sent, nulls);
                object
            }
        };
        let operation = match (&old, subresource) {
            (_, None) if is_apply => Operation::Apply { old: old.as_ref() },
            (None, _) => Operation::Create,
            (Some(old), Some("status")) => Operation::UpdateStatus { old },
            (Some(old), Some("scale")) => Operation::UpdateScale { old },
            (Some(old), _) => Operation::Update { old },
        };
        let mut request = Request::new(operation, &object);
        request.duplicates = &findings;
        let is_patch = exchange["method"] == "PATCH";
        request.url = (!is_patch).then(|| Url::of_namespace(steps[4]));
        for (word, mode) in [
            ("fieldValidation=Strict", FieldValidation::Strict),
            ("fieldValidation=Ignore", FieldValidation::Ignore),
        ] {
            if query.contains(word) {
                request.field_validation = mode;
            }
        }
        let admitted = admission.admit(request);
        let difference = compare(&admitted, exchange);
        if admitted.is_accepted() && !query.contains("dryRun=All") {
            let name = admitted.object["metadata"]["name"].as_str()?.to_owned();
            self.objects.insert(key(&name), admitted.object);
        }
        difference
    }
}

/// Returns the CRD with the names that the server sets by default.
fn as_crd(crd: &Value) -> Value {
    let mut crd = crd.clone();
    crd["apiVersion"] = json!("apiextensions.k8s.io/v1");
    crd["kind"] = json!("CustomResourceDefinition");
    crd
}

fn compare(ours: &Admitted, exchange: &Value) -> Option<String> {
    let answer = &exchange["answer"];
    let causes = answer["causes"].as_array().cloned().unwrap_or_default();
    // Errors of the result of a patch are reported on the patch, whose value is the whole object.
    let of_patch = causes.first().filter(|cause| cause["field"] == "patch");
    let status = match (&ours.decode, ours.errors.is_empty()) {
        (Some(_), _) if of_patch.is_some() => 422,
        (Some(_), _) => 400,
        (None, false) => 422,
        (None, true) => 200,
    };
    let theirs = answer["status"].as_u64()?;
    let theirs_rounded = if theirs == 201 { 200 } else { theirs };
    if status != theirs_rounded {
        return Some(format!(
            "{status} for {theirs}: {:?} {:?}",
            ours.decode, ours.errors
        ));
    }
    if VERDICT_ALONE.iter().any(|(note, _)| exchange["note"] == *note) {
        return None;
    }
    if let Some(fault) = &ours.decode {
        let whole = of_patch.map_or(&answer["message"], |cause| &cause["message"]);
        let message = whole.as_str()?;
        // The server's message has a prefix with the object that could not be decoded.
        let said = match of_patch {
            Some(_) => fault.text.find("strict decoding error").unwrap_or(0)..,
            None => 0..,
        };
        return (!message.ends_with(&fault.text[said])).then(|| format!("{fault} for {message}"));
    }
    let errors: Vec<Value> = ours
        .errors
        .iter()
        .map(|error| {
            json!({"reason": error.kind.cause(), "field": error.field.to_string(), "message": error.text()})
        })
        .collect();
    let causes = sorted(causes).to_string();
    let causes = without_random_part(&causes, answer["message"].as_str().unwrap_or_default());
    let theirs: Value = serde_json::from_str(&causes).expect("causes");
    if let Some(difference) = differs(&sorted(errors), &theirs) {
        return Some(difference);
    }
    let warning = |text: &str| {
        json!(format!(
            "299 - \"{}\"",
            text.replace('\\', "\\\\").replace('"', "\\\"")
        ))
    };
    let strict = ours.strict.iter().map(|finding| warning(&finding.text));
    let others = ours.warnings.iter().map(|found| warning(&found.to_string()));
    let warnings = answer["warnings"].as_array().cloned().unwrap_or_default();
    if let Some(difference) = differs(&sorted(strict.chain(others).collect()), &sorted(warnings)) {
        return Some(difference);
    }
    let body = &answer["body"];
    if body.is_object() && body["kind"] != "Scale" && body["kind"] != "Status" {
        return differs(&bare(ours.object.clone()), &bare(body.clone()));
    }
    None
}

/// Returns the errors with this project's letters after `generateName` instead of the server's random ones, which are the end
/// of the name in the message.
fn without_random_part(causes: &str, message: &str) -> String {
    let name = message
        .split_once(" \"")
        .and_then(|(_, rest)| rest.split_once('"'));
    match name {
        Some((name, _)) if causes.contains("metadata.generateName") && name.len() > 5 => {
            let (prefix, _) = name.split_at(name.len() - 5);
            causes.replace(name, &format!("{prefix}abcde"))
        }
        _ => causes.to_owned(),
    }
}

fn differs(ours: &Value, theirs: &Value) -> Option<String> {
    (ours != theirs).then(|| format!("\n  {ours}\n  for {theirs}"))
}

fn sorted(mut list: Vec<Value>) -> Value {
    list.sort_by_key(Value::to_string);
    Value::Array(list)
}

/// Returns an object without the parts that differ from run to run.
fn bare(mut object: Value) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for key in ["uid", "creationTimestamp", "resourceVersion", "managedFields"] {
            metadata.remove(key);
        }
        if metadata.contains_key("generateName") {
            metadata.remove("name");
        }
    }
    object
}

/// The effect of null in a patch.
#[derive(Clone, Copy)]
enum Nulls {
    /// It removes the member, as in a merge patch.
    Remove,
    /// It is a value, as in an applied object.
    Keep,
}

fn merge(object: &mut Value, patch: &Value, nulls: Nulls) {
    let Value::Object(members) = patch else {
        *object = patch.clone();
        return;
    };
    if !object.is_object() {
        *object = json!({});
    }
    for (key, value) in members {
        if value.is_null() && matches!(nulls, Nulls::Remove) {
            object.as_object_mut().expect("an object").remove(key);
        } else {
            merge(&mut object[key.as_str()], value, nulls);
        }
    }
}
