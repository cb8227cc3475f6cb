//! Tests of values that the other version's schema rejects: each field declares how they are converted, and none is passed on
//! without notice.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::{BuildError, Failure, Reviewer};
use crd_core::shape::{Field, Kind, Next, NextStep, Resource, Schema, Shape};
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "fit.example.com", version = "v1", kind = "Gauge", storage = false)]
    #[crd(next = v2::GaugeSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct GaugeSpec {
        #[crd(next(unfit = "keep"))]
        pub kept: Option<i64>,
        #[crd(next(unfit = "saturate"))]
        pub near: i64,
        #[crd(next(unfit = "refuse"))]
        pub strict: Option<i64>,
        #[crd(next(unfit = "pass"))]
        pub passed: Option<i64>,
        #[crd(next(rename = "label", unfit = "saturate"), max_length = 20)]
        pub title: Option<String>,
        #[crd(max_length = 20)]
        pub unsaid: Option<String>,
        #[crd(default = 50, minimum = 0, maximum = 1000)]
        pub percent: i64,
        #[crd(next(unfit = "keep"))]
        pub numbers: Option<Vec<i64>>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "fit.example.com", version = "v2", kind = "Gauge")]
    #[serde(rename_all = "camelCase")]
    pub struct GaugeSpec {
        pub kept: Option<i32>,
        pub near: i32,
        pub strict: Option<i32>,
        pub passed: Option<i32>,
        #[crd(max_length = 5)]
        pub label: Option<String>,
        #[crd(max_length = 5)]
        pub unsaid: Option<String>,
        #[crd(default = 50, minimum = 0, maximum = 100)]
        pub percent: i64,
        pub numbers: Option<Vec<i32>>,
    }
}

fn answer(version: &str, metadata: &Value, spec: &Value, to: &str) -> (Value, Option<Failure>) {
    let reviewer = Reviewer::builder().resource::<v1::Gauge>().build().unwrap();
    let object = json!({
        "apiVersion": format!("fit.example.com/{version}"), "kind": "Gauge", "metadata": metadata, "spec": spec,
    });
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {"uid": "1", "desiredAPIVersion": format!("fit.example.com/{to}"), "objects": [object]},
    });
    let answer = reviewer.answer(review.to_string().as_bytes());
    let body: Value = serde_json::from_slice(&answer.body).unwrap();
    (body["response"]["convertedObjects"][0].clone(), answer.failure)
}

/// Converts a spec to `v2`, and the result back to `v1`.
fn there_and_back(spec: &Value) -> (Value, Value) {
    let (there, failure) = answer("v1", &json!({"name": "a"}), spec, "v2");
    assert_eq!(failure, None);
    let (back, failure) = answer("v2", &there["metadata"], &there["spec"], "v1");
    assert_eq!(failure, None);
    (there["spec"].clone(), back["spec"].clone())
}

#[test]
fn what_does_not_fit_is_kept_or_stood_for_and_comes_back() {
    let big = 1_i64 << 40;
    for (given, there) in [
        (json!({"near": 1, "kept": 7}), json!({"near": 1, "kept": 7})),
        (json!({"near": 1, "kept": big}), json!({"near": 1})),
        (json!({"near": big}), json!({"near": i32::MAX})),
        (json!({"near": -big}), json!({"near": i32::MIN})),
        (
            json!({"near": 1, "passed": big}),
            json!({"near": 1, "passed": big}),
        ),
        (
            json!({"near": 1, "title": "abcdefgh"}),
            json!({"near": 1, "label": "abcde"}),
        ),
        (
            json!({"near": 1, "title": "éééééé"}),
            json!({"near": 1, "label": "ééééé"}),
        ),
        (json!({"near": 1, "unsaid": "abcdefgh"}), json!({"near": 1})),
        (
            json!({"near": 1, "percent": 700}),
            json!({"near": 1, "percent": 50}),
        ),
        (
            json!({"near": 1, "numbers": [1, big, 2]}),
            json!({"near": 1, "numbers": [1, 2]}),
        ),
    ] {
        assert_eq!(there_and_back(&given), (there, given));
    }
}

#[test]
fn a_value_that_must_fit_fails_with_its_place() {
    let (_, failure) = answer("v1", &json!({}), &json!({"near": 1, "strict": 1_i64 << 40}), "v2");
    assert_eq!(
        failure.unwrap().to_string(),
        "object 0: as `fit.example.com/v2`: `1099511627776` at `/spec/strict` is rejected there"
    );
}

#[test]
fn an_edit_of_what_stands_for_a_value_wins() {
    let (mut there, _) = answer("v1", &json!({}), &json!({"near": 1_i64 << 40}), "v2");
    there["spec"]["near"] = json!(5);
    let (back, _) = answer("v2", &there["metadata"], &there["spec"], "v1");
    assert_eq!(back["spec"]["near"], 5);
}

#[test]
fn nothing_is_lost_of_them() {
    crd_core::assert_round_trip!([v1::Gauge, v2::Gauge]);
}

/// Returns the problems of two versions whose specs have these shapes.
fn problems(older: &'static Shape, newer: &'static Shape) -> Vec<String> {
    let newer: &'static Resource = Box::leak(Box::new(Resource {
        group: "example.com",
        version: "v2",
        kind: "Cache",
        plural: "caches",
        singular: "cache",
        list_kind: "CacheList",
        spec: newer,
        rust_path: "v2::Cache",
        ..Resource::NONE
    }));
    let older: &'static Resource = Box::leak(Box::new(Resource {
        version: "v1",
        spec: older,
        next: Some(newer),
        rust_path: "v1::Cache",
        ..*newer
    }));
    match Reviewer::builder().resource_of(older).build() {
        Ok(_) => Vec::new(),
        Err(BuildError { problems, .. }) => problems,
    }
}

fn object(fields: Vec<Field>, next: Option<Next>) -> &'static Shape {
    let mut shape = Shape::new("Spec", Kind::Object(Box::leak(fields.into_boxed_slice())));
    if let Some(next) = next {
        let attrs: &'static crd_core::shape::Attrs = Box::leak(Box::new(
            crd_core::shape::Attrs::NONE.next(Box::leak(Box::new(next))),
        ));
        shape.attrs = attrs;
    }
    Box::leak(Box::new(shape))
}

fn rename(from: &'static str, to: &'static str) -> NextStep {
    let path = |name: &'static str| -> &'static [&'static [&'static str]] {
        let names: &'static [&'static str] = Box::leak(Box::new([name]));
        Box::leak(Box::new([names]))
    };
    NextStep {
        from: path(from),
        to: path(to),
        ..NextStep::NONE
    }
}

#[derive(crd_core::Schema, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct AtMostThree(#[crd(max_items = 3)] Vec<String>);

#[derive(crd_core::Schema, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct AtMostNine(#[crd(max_items = 9)] Vec<String>);

/// Mistakes that the compiler cannot detect, such as in generic types, are rejected when the reviewer is built.
#[test]
fn what_no_compiler_has_checked_is_refused_when_it_is_built() {
    type Case = (Vec<Field>, Vec<NextStep>, Vec<Field>, &'static str);
    let text = |name| Field::new(name, <Option<String> as Schema>::REF);
    let number = |name| Field::new(name, <Option<i64> as Schema>::REF);
    let cases: Vec<Case> = vec![
        (
            vec![text("a"), text("b")],
            vec![rename("a", "c"), rename("b", "c")],
            vec![text("c")],
            "`spec.c`: it gets its value from two fields",
        ),
        (
            vec![text("a"), text("c")],
            vec![rename("a", "c")],
            vec![text("c")],
            "`spec.c`: the field with this name in the next version gets its value from another field",
        ),
        (
            vec![text("a")],
            vec![rename("a", "b"), rename("a", "c")],
            vec![text("b"), text("c")],
            "`spec.a`: two mappings convert it",
        ),
        (
            vec![text("a")],
            vec![],
            vec![number("a")],
            "`spec.a`: its types differ",
        ),
        (
            vec![Field::new("a", <AtMostNine as Schema>::REF)],
            vec![],
            vec![Field::new("a", <AtMostThree as Schema>::REF)],
            "`spec.a`: the versions allow different numbers of elements",
        ),
        (
            vec![text("a")],
            vec![],
            vec![],
            "`spec.a`: the next version does not have it",
        ),
        (
            vec![],
            vec![],
            vec![text("a")],
            "`spec.a`: only the next version has it",
        ),
    ];
    for (older, steps, newer, expected) in cases {
        let newer = object(newer, None);
        let next = Next {
            steps: Box::leak(steps.into_boxed_slice()),
            ..Next::new(newer)
        };
        let found = problems(object(older, Some(next)), newer);
        assert!(
            found.iter().any(|problem| problem.contains(expected)),
            "{expected}: {found:?}"
        );
    }
}
