//! Tests of whole reviews.

use serde_json::{Value, json};

use super::{Failure, Reviewer};
use crate::rust::shape::{AlsoVersion, ConversionWebhook, Field, Kind, Resource, Schema, Shape};

const SPEC: Shape = Shape::new("CacheSpec", Kind::Object(&[Field::new("size", u32::REF)]));

const RESOURCE: Resource = Resource {
    group: "example.com",
    version: "v2",
    kind: "Cache",
    plural: "caches",
    singular: "cache",
    list_kind: "CacheList",
    spec: &SPEC,
    rust_path: "v2::Cache",
    ..Resource::NONE
};

const V1: Resource = Resource {
    version: "v1",
    next: Some(&RESOURCE),
    rust_path: "v1::Cache",
    ..RESOURCE
};

fn reviewer() -> Reviewer {
    Reviewer::builder().resource_of(&V1).build().unwrap()
}

fn answer(review: &Value) -> Value {
    serde_json::from_slice(&reviewer().review(review.to_string().as_bytes())).unwrap()
}

fn review(version: &str, desired: &str, objects: &Value) -> Value {
    json!({
        "kind": "ConversionReview",
        "apiVersion": format!("apiextensions.k8s.io/{version}"),
        "request": {"uid": "705ab4f5", "desiredAPIVersion": desired, "objects": objects},
        // The API server also sends this.
        "response": {"uid": "", "convertedObjects": null, "result": {"metadata": {}}},
    })
}

#[test]
fn reviews_of_both_versions_are_answered() {
    let objects = json!([
        {"apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "a"}, "spec": {"size": 1}},
        {"apiVersion": "example.com/v1", "kind": "Cache"},
    ]);
    for version in ["v1", "v1beta1"] {
        assert_eq!(
            answer(&review(version, "example.com/v2", &objects)),
            json!({
                "kind": "ConversionReview",
                "apiVersion": format!("apiextensions.k8s.io/{version}"),
                "response": {
                    "uid": "705ab4f5",
                    "convertedObjects": [
                        {"apiVersion": "example.com/v2", "kind": "Cache", "metadata": {"name": "a"}, "spec": {"size": 1}},
                        {"apiVersion": "example.com/v2", "kind": "Cache", "metadata": {}},
                    ],
                    "result": {"status": "Success"},
                },
            })
        );
    }
}

#[test]
fn untouched_members_are_copied_byte_for_byte() {
    let spec = r#"{ "size" : 31.245270191439438, "size":1e0 }"#;
    let body = format!(
        r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"1","desiredAPIVersion":"example.com/v2","objects":[{{"apiVersion":"example.com/v1","kind":"Cache","spec":{spec}}}]}}}}"#
    );
    let answer = String::from_utf8(reviewer().review(body.as_bytes())).unwrap();
    assert!(answer.contains(spec), "{answer}");
}

#[test]
fn failures_name_the_review_and_what_to_do() {
    let cache = |version: &str| json!([{"apiVersion": version, "kind": "Cache"}]);
    for (review, expected) in [
        (
            review("v1", "example.com/v3", &cache("example.com/v1")),
            "object 0: `caches.example.com` has no version `v3`, only v1, v2",
        ),
        (
            review("v1", "example.com/v2", &cache("example.com/v0")),
            "object 0: `caches.example.com` has no version `v0`, only v1, v2",
        ),
        (
            review("v1", "example.org/v2", &cache("example.com/v1")),
            "object 0: `example.com/v1` cannot be converted to `example.org/v2`, which has another group",
        ),
        (
            review("v1", "v2", &cache("example.com/v1")),
            "object 0: `example.com/v1` cannot be converted to `v2`: both must have a group and a version",
        ),
        (
            review(
                "v1",
                "example.com/v2",
                &json!([{"apiVersion": "example.com/v1", "kind": "Cachet"}]),
            ),
            "object 0: this webhook does not support the kind `Cachet` of the group `example.com`",
        ),
        (
            review("v1", "example.com/v2", &json!({"a": 1})),
            "`request.objects` of the review is not a list",
        ),
        (
            review("v2", "example.com/v2", &json!([])),
            "this is not a ConversionReview of apiextensions.k8s.io/v1 or v1beta1: its apiVersion is \
             `apiextensions.k8s.io/v2`, its kind `ConversionReview`",
        ),
    ] {
        let answer = answer(&review);
        assert_eq!(answer["response"]["uid"], "705ab4f5");
        assert_eq!(
            answer["response"]["result"],
            json!({"status": "Failure", "message": expected})
        );
    }
}

#[test]
fn half_a_review_is_answered_with_its_uid() {
    let whole = review(
        "v1beta1",
        "example.com/v2",
        &json!([{"apiVersion": "example.com/v1"}]),
    )
    .to_string();
    let half = &whole[..whole.len() - 1];
    let answer = reviewer().answer(half.as_bytes());
    assert_eq!(answer.uid, "705ab4f5");
    assert!(matches!(answer.failure, Some(Failure::Malformed(_))));
    let body: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(body["apiVersion"], "apiextensions.k8s.io/v1beta1");
    assert_eq!(body["response"]["uid"], "705ab4f5");
    let answer = reviewer().answer(b"\xff");
    assert_eq!(
        answer.failure.unwrap().to_string(),
        "the review is not JSON: expected a value at byte 0"
    );
}

#[test]
fn a_reviewer_with_only_the_newest_version_says_what_to_add() {
    let reviewer = Reviewer::builder().resource_of(&RESOURCE).build().unwrap();
    let objects = json!([{"apiVersion": "example.com/v1", "kind": "Cache"}]);
    let answer =
        String::from_utf8(reviewer.review(review("v1", "example.com/v2", &objects).to_string().as_bytes()))
            .unwrap();
    let expected = "has no version `v1`, only v2; if it has others, add the oldest to the `Reviewer`";
    assert!(answer.contains(expected), "{answer}");
}

#[test]
fn a_reviewer_converts_something() {
    const ALONE: Resource = Resource {
        conversion: Some(ConversionWebhook {
            service: "caches",
            namespace: "system",
            ..ConversionWebhook::NONE
        }),
        ..RESOURCE
    };
    const WITH_OTHER_NAME: Resource = Resource {
        also: &[AlsoVersion {
            version: "v2beta1",
            served: true,
            storage: false,
            deprecated: None,
        }],
        ..ALONE
    };
    let nothing = Reviewer::builder().build().unwrap_err();
    assert_eq!(
        nothing.to_string(),
        "no resource is added; write `.resource::<…>()` with the oldest version of each"
    );
    let alone = Reviewer::builder().resource_of(&ALONE).build().unwrap_err();
    assert_eq!(
        alone.to_string(),
        "`v2::Cache` declares `conversion(…)`, but no `next` leads from it to another version; add the oldest version of \
         `caches.example.com` instead, or remove `conversion(…)` if there are no others"
    );
    assert!(Reviewer::builder().resource_of(&WITH_OTHER_NAME).build().is_ok());
    let twice = Reviewer::builder()
        .resource_of(&WITH_OTHER_NAME)
        .resource_of(&ALONE)
        .build()
        .unwrap_err();
    assert_eq!(
        format!("{twice:?}"),
        "`v2::Cache` is a version of `caches.example.com`, which is added already; remove it, because the later versions follow \
         from `next` of the oldest one"
    );
}

#[test]
fn versions_that_differ_are_refused() {
    const OTHER: Resource = Resource {
        spec: &Shape::new("CacheSpec", Kind::Object(&[Field::new("size", String::REF)])),
        ..V1
    };
    let error = Reviewer::builder().resource_of(&OTHER).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`v1::Cache` cannot be converted to `v2::Cache`: `spec.size`: its types differ, and no function converts one to the other: \
         `next(up = …, down = …)`"
    );
}
