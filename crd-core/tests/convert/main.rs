//! Tests of conversion between versions from the view of a webhook's user: the requirements R1 to R8, each with tests named after it.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

mod also;
mod api;
mod choices;
mod elements;
mod facts;
mod fit;
mod kinds;
mod known;
mod metadata;
mod one_version;
mod planted;
mod real;
mod reviews;
mod unions;

use crd_core::convert::{FieldValues, Reviewer};
use serde_json::{Value, json};

fn reviewer() -> Reviewer {
    Reviewer::builder()
        .resource::<api::v1::Database>()
        .build()
        .unwrap()
}

/// Converts an object of a version of `example.com` to another version.
#[track_caller]
fn converted(reviewer: &Reviewer, kind: &str, [from, to]: [&str; 2], object: &Value) -> Value {
    let mut object = object.clone();
    object["apiVersion"] = json!(format!("example.com/{from}"));
    object["kind"] = json!(kind);
    reviewed(reviewer, &object, &format!("example.com/{to}"))
}

/// Sends a review with an object.
#[track_caller]
fn reviewed(reviewer: &Reviewer, object: &Value, desired: &str) -> Value {
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {"uid": "1", "desiredAPIVersion": desired, "objects": [object]},
    });
    let answer = reviewer.review(review.to_string().as_bytes());
    let mut answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["response"]["result"]["status"], "Success", "{answer}");
    answer["response"]["convertedObjects"][0].take()
}

/// Converts the object to another version.
fn convert(object: &Value, to: &str) -> Value {
    reviewed(&reviewer(), object, &format!("db.example.com/{to}"))
}

fn object(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("db.example.com/{version}"), "kind": "Database", "metadata": {"name": "a"}, "spec": spec,
    })
}

/// Returns the values that an object keeps for other versions, with their paths.
fn kept(object: &Value) -> Vec<(String, Value)> {
    let annotations = object["metadata"]["annotations"].as_object();
    let mut kept: Vec<(String, Value)> = annotations
        .into_iter()
        .flatten()
        .map(|(_, text)| {
            let entry: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
            (entry["p"].as_str().unwrap().to_owned(), entry["v"].clone())
        })
        .collect();
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    kept
}

#[test]
fn every_kind_of_step() {
    let v1 = object(
        "v1",
        &json!({
            "engineName": "pg", "size": 5, "address": "h:1", "replicas": "3", "legacy": "x", "mode": "Single",
            "tuning": {"memory": 1, "cpu": 2}, "ratio": 1.5,
            "users": [{"name": "a", "superuser": true, "quota": 7}], "hosts": [{"ip": "1", "rack": "r"}],
            "extra": {"e": {"ip": "2", "rack": "s"}}, "notes": {"k": "v"},
        }),
    );
    let v2 = convert(&v1, "v2");
    assert_eq!(
        v2["spec"],
        json!({
            "engine": "pg", "storage": {"size": 5}, "host": "h", "port": 1, "replicas": 3, "mode": "Dedicated",
            "ratio": 1.5, "tier": "standard",
            "users": [{"name": "a", "admin": true}], "hosts": [{"ip": "1"}],
            "extra": {"e": {"ip": "2"}}, "notes": {"k": "v"},
        })
    );
    let paths: Vec<String> = kept(&v2).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths.len(), 6, "{paths:?}");
    assert_eq!(paths[0], "/spec//tuning/cpu");
    assert_eq!(convert(&v2, "v1"), v1);
    let v3 = convert(&v1, "v3");
    assert_eq!(v3["spec"]["class"], "standard");
    assert_eq!(convert(&v3, "v1"), v1);
}

#[test]
fn what_only_the_newer_version_has_comes_back() {
    let v3 = object(
        "v3",
        &json!({
            "engine": "pg", "storage": {"size": 5, "class": "fast"}, "class": "gold", "mode": "Serverless", "port": 9,
            "users": [{"name": "a", "shell": "sh"}, {"name": "b"}], "hosts": [{"ip": "1"}, {"ip": "2", "zone": "z"}],
            "extra": {"e": {"ip": "2", "zone": "y"}},
        }),
    );
    let v1 = convert(&v3, "v1");
    assert_eq!(v1["spec"]["mode"], "Shared");
    assert_eq!(convert(&v1, "v3"), v3);
    // The result is the same after the API server has sorted everything.
    let again: Value = serde_json::from_str(&serde_json::to_string(&v1).unwrap()).unwrap();
    assert_eq!(convert(&again, "v3"), v3);
}

#[test]
fn r1_absent_stays_absent_and_null_stays_null() {
    for spec in [
        json!({}),
        json!({"address": null, "mode": null, "size": null, "replicas": null}),
    ] {
        let v2 = convert(&object("v1", &spec), "v2");
        assert_eq!(convert(&v2, "v1")["spec"], spec);
        assert!(v2["spec"].get("tier").is_none(), "{v2}");
    }
    assert!(
        convert(
            &json!({"apiVersion": "db.example.com/v1", "kind": "Database"}),
            "v2"
        )
        .get("spec")
        .is_none()
    );
}

#[test]
fn r2_unknown_members_are_pruned() {
    let v2 = convert(
        &object(
            "v1",
            &json!({"engineName": "pg", "other": 1, "ratio": 1, "hosts": [{"ip": "1", "x": 2}]}),
        ),
        "v2",
    );
    assert_eq!(
        v2["spec"],
        json!({"engine": "pg", "ratio": 1, "hosts": [{"ip": "1"}], "tier": "standard"})
    );
    assert_eq!(kept(&v2), []);
}

#[test]
fn r3_metadata_is_always_there_and_only_annotations_change() {
    let metadata = json!({"name": "a", "uid": "u", "labels": {"l": "1"}, "annotations": {"b": "2"}, "managedFields": [{}]});
    let mut v1 = object("v1", &json!({"engineName": "pg", "legacy": "x"}));
    v1["metadata"] = metadata.clone();
    let mut v2 = convert(&v1, "v2");
    assert_eq!(kept_names(&v2).len(), 2);
    v2["metadata"]["annotations"]
        .as_object_mut()
        .unwrap()
        .retain(|name, _| name == "b");
    assert_eq!(v2["metadata"], metadata);
    v1.as_object_mut().unwrap().remove("metadata");
    assert!(convert(&v1, "v2")["metadata"]["annotations"].is_object());
}

fn kept_names(object: &Value) -> Vec<&String> {
    object["metadata"]["annotations"]
        .as_object()
        .unwrap()
        .keys()
        .collect()
}

#[test]
fn r4_what_a_function_cannot_read_is_kept() {
    for replicas in [json!("many"), json!(5), json!({"a": [1]})] {
        let v1 = object("v1", &json!({"replicas": replicas}));
        let v2 = convert(&v1, "v2");
        assert!(v2["spec"].get("replicas").is_none());
        assert_eq!(kept(&v2), [("/spec/replicas".to_owned(), replicas.clone())]);
        let back = convert(&v2, "v1");
        // Values whose type differs from the schema's are not restored.
        assert_eq!(
            back["spec"].get("replicas"),
            replicas.is_string().then_some(&replicas)
        );
    }
    // "007" becomes 7, and 7 becomes "7": the original text is restored as long as the number is 7.
    let v1 = object("v1", &json!({"replicas": "007"}));
    let mut v2 = convert(&v1, "v2");
    assert_eq!(v2["spec"]["replicas"], 7);
    assert_eq!(convert(&v2, "v1"), v1);
    v2["spec"]["replicas"] = json!(8);
    assert_eq!(convert(&v2, "v1")["spec"]["replicas"], "8");
}

#[test]
fn r5_live_values_win() {
    let v3 = object(
        "v3",
        &json!({"engine": "pg", "class": "gold", "mode": "Serverless", "users": [{"name": "a", "shell": "sh"}], "hosts": [{"ip": "1", "zone": "z"}, {"ip": "2"}]}),
    );
    let mut v1 = convert(&v3, "v1");
    v1["spec"]["mode"] = json!("Single");
    v1["spec"]["users"] = json!([{"name": "b"}]);
    v1["spec"]["hosts"] = json!([{"ip": "2"}, {"ip": "1"}]);
    let back = convert(&v1, "v3");
    assert_eq!(
        back["spec"],
        json!({"engine": "pg", "class": "gold", "mode": "Dedicated", "users": [{"name": "b"}], "hosts": [{"ip": "2"}, {"ip": "1", "zone": "z"}]})
    );
    assert!(back["metadata"].get("annotations").is_none(), "{back}");
}

#[test]
fn r6_defaults_are_set_in_whole_objects_only() {
    let spec = |spec: &Value| convert(&object("v1", spec), "v2")["spec"].clone();
    assert_eq!(
        spec(&json!({"engineName": "pg"})),
        json!({"engine": "pg", "tier": "standard"})
    );
    assert_eq!(spec(&json!({"legacy": "x"})), json!({}));
}

#[test]
fn r7_the_same_object_gives_the_same_answer() {
    let v1 = object(
        "v1",
        &json!({"legacy": "x", "tuning": {"cpu": 1}, "hosts": [{"ip": "1", "rack": "r"}]}),
    );
    let first = convert(&v1, "v2").to_string();
    for _ in 0..10 {
        assert_eq!(convert(&v1, "v2").to_string(), first);
    }
}

#[test]
fn r8_an_overfull_object_is_refused() {
    let answer = |length: usize| {
        let object = object("v1", &json!({"legacy": "x".repeat(length)}));
        let review = json!({
            "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
            "request": {"uid": "1", "desiredAPIVersion": "db.example.com/v2", "objects": [object]},
        });
        reviewer().answer(review.to_string().as_bytes()).failure
    };
    assert_eq!(answer(262_000), None);
    let message = answer(262_144).unwrap().to_string();
    assert!(
        message.starts_with("object 0: as `db.example.com/v2`, it would have 2622"),
        "{message}"
    );
}

#[test]
fn nothing_is_lost() {
    crd_core::assert_round_trip!(api::v1::Database, api::v2::Database, api::v3::Database);
}

#[test]
fn numbers_stay_exact() {
    let text = r#"{"apiVersion":"db.example.com/v1","kind":"Database","spec":{"engineName":"pg","ratio":31.245270191439438,"legacy":"\u00e9"}}"#;
    let review = |object: &str, to: &str| {
        format!(
            r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"1","desiredAPIVersion":"db.example.com/{to}","objects":[{object}]}}}}"#
        )
    };
    let answer = String::from_utf8(reviewer().review(review(text, "v2").as_bytes())).unwrap();
    assert!(answer.contains(r#""ratio":31.245270191439438,"#), "{answer}");
}

/// Number of objects for each of the twelve pairs of four versions.
const OBJECTS: usize = if cfg!(debug_assertions) { 300 } else { 100_000 };

#[test]
fn certificates_from_v1alpha2_to_v1() {
    use real::certificate::{v1, v1alpha2, v1alpha3, v1beta1};
    crd_core::assert_round_trip!(
        v1alpha2::Certificate,
        v1alpha3::Certificate,
        v1beta1::Certificate,
        v1::Certificate;
        objects = OBJECTS
    );
}

#[test]
fn machines_from_v1alpha3_to_v1beta2() {
    use real::machine::{v1alpha3, v1alpha4, v1beta1, v1beta2};
    crd_core::assert_round_trip!(
        v1alpha3::Machine,
        v1alpha4::Machine,
        v1beta1::Machine,
        v1beta2::Machine;
        objects = OBJECTS
    );
}

#[test]
fn autoscalers_from_v1_to_v2() {
    use real::autoscaler::{v1, v2, v2beta1};
    fn metrics(number: u64) -> Value {
        json!([{"type": "Resource", "resource": {"name": "cpu", "targetAverageUtilization": number}}])
    }
    crd_core::assert_round_trip!(
        v1::HorizontalPodAutoscaler,
        v2beta1::HorizontalPodAutoscaler,
        v2::HorizontalPodAutoscaler;
        objects = OBJECTS,
        values = &[FieldValues { version: "v2beta1", path: "spec.metrics", make: metrics }]
    );
}

#[test]
fn nodes_from_v1beta1_to_v1beta2() {
    use real::node::{v1beta1, v1beta2};
    crd_core::assert_round_trip!([v1beta1::Node, v1beta2::Node]; objects = OBJECTS);
}

#[test]
fn a_condition_has_its_type_in_the_map_too() {
    use real::node::v1beta1;
    let old = json!({"apiVersion": "longhorn.io/v1beta1", "kind": "Node", "metadata": {"name": "a"}, "spec": {},
        "status": {"conditions": {"Ready": {"type": "Ready", "status": "True"}}}});
    let reviewer = Reviewer::builder().resource::<v1beta1::Node>().build().unwrap();
    let new = reviewed(&reviewer, &old, "longhorn.io/v1beta2");
    assert_eq!(
        new["status"],
        json!({"conditions": [{"type": "Ready", "status": "True"}]})
    );
    assert_eq!(new["metadata"], json!({"name": "a"}));
    assert_eq!(reviewed(&reviewer, &new, "longhorn.io/v1beta1"), old);
}

#[test]
fn node_pools_from_v1beta1_to_v1() {
    use real::nodepool::{v1, v1beta1};
    crd_core::assert_round_trip!(v1beta1::NodePool, v1::NodePool; objects = 3 * OBJECTS);
}

#[test]
#[should_panic(expected = "no `#[crd(next = …)]` leads from")]
fn a_round_trip_needs_two_versions() {
    crd_core::assert_round_trip!(kinds::v2::Build);
}

#[test]
#[should_panic(expected = "is no version of the resource of")]
fn a_round_trip_is_of_one_resource() {
    crd_core::assert_round_trip!(kinds::v1::Build, choices::v2::Backup);
}
