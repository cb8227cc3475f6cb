//! Tests of versions that differ only in their names (`also("…")`), and of types that several versions share.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Gadget", storage = false)]
    #[crd(also("v1beta1", deprecated), also("v1alpha1", served = false))]
    #[crd(next = v2::GadgetSpec)]
    pub struct GadgetSpec {
        #[crd(next(rename = "width"))]
        pub size: Option<u8>,
        #[crd(next(dropped))]
        pub color: Option<String>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Gadget", also("v2beta1"))]
    pub struct GadgetSpec {
        pub width: Option<u8>,
    }
}

fn convert(object: &Value, to: &str) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Gadget>().build().unwrap();
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {"uid": "1", "desiredAPIVersion": format!("example.com/{to}"), "objects": [object]},
    });
    let answer = reviewer.review(review.to_string().as_bytes());
    let mut answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["response"]["result"]["status"], "Success", "{answer}");
    answer["response"]["convertedObjects"][0].take()
}

fn object(version: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Gadget", "metadata": {"name": "a"}, "spec": spec})
}

#[test]
fn every_name_of_a_version_is_converted() {
    let spec = json!({"size": 3, "color": "red"});
    for old in ["v1", "v1beta1", "v1alpha1"] {
        for other in ["v1", "v1beta1", "v1alpha1"] {
            assert_eq!(convert(&object(old, &spec), other), object(other, &spec));
        }
        for new in ["v2", "v2beta1"] {
            let up = convert(&object(old, &spec), new);
            assert_eq!(up["apiVersion"], format!("example.com/{new}"));
            assert_eq!(up["spec"], json!({"width": 3}));
            // Kept values belong to the type, independent of the name of its version.
            for back in ["v1", "v1beta1", "v1alpha1"] {
                assert_eq!(convert(&up, back), object(back, &spec));
            }
        }
    }
}

#[test]
fn a_version_that_is_not_named_is_unknown() {
    let reviewer = Reviewer::builder().resource::<v1::Gadget>().build().unwrap();
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {"uid": "1", "desiredAPIVersion": "example.com/v3", "objects": [object("v1", &json!({}))]},
    });
    let answer = reviewer.answer(review.to_string().as_bytes());
    assert_eq!(
        answer.failure.unwrap().to_string(),
        "object 0: `gadgets.example.com` has no version `v3`, only v1, v1beta1, v1alpha1, v2, v2beta1"
    );
}
