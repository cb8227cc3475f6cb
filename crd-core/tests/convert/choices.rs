//! Tests of fields that a discriminator chooses.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Backup", storage = false)]
    #[crd(next = super::v2::BackupSpec)]
    #[crd(when(
        "kind",
        case("Git", "location", to = "git.url"),
        case("Http", "location", to = "http")
    ))]
    #[crd(when(
        "store",
        to = "store",
        case("S3", "config", to = "s3"),
        case("Nfs", "config", to = "nfs"),
        otherwise("other", to = "rest")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct BackupSpec {
        pub kind: Option<Kind>,
        pub location: Option<String>,
        pub store: Option<String>,
        pub config: Option<Config>,
        pub other: Option<i64>,
        #[serde(default)]
        pub metrics: Vec<Metric>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Kind {
        Git,
        Http,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Config {
        pub bucket: String,
        pub depth: Option<u8>,
    }

    /// As a metric of `HorizontalPodAutoscaler` in `autoscaling/v2beta1`.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = super::v2::Metric)]
    #[crd(when(
        to = "target.type",
        case("Utilization", "targetAverageUtilization", to = "target.averageUtilization"),
        case("AverageValue", "targetAverageValue", to = "target.averageValue")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct Metric {
        pub name: String,
        pub target_average_utilization: Option<i32>,
        pub target_average_value: Option<String>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v1::Config;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Backup")]
    #[crd(conversion(service = "backup", namespace = "default", path = "/convert"))]
    pub struct BackupSpec {
        pub git: Option<Git>,
        pub http: Option<String>,
        pub store: Option<String>,
        pub s3: Option<Config>,
        pub nfs: Option<Config>,
        pub rest: Option<i64>,
        #[serde(default)]
        pub metrics: Vec<Metric>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Git {
        pub url: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Metric {
        pub name: String,
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Target {
        #[serde(rename = "type")]
        pub kind: Option<String>,
        pub average_utilization: Option<i32>,
        pub average_value: Option<String>,
    }
}

fn convert(from: &str, to: &str, spec: &Value, annotations: &Value) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Backup>().build().unwrap();
    let object = json!({"metadata": {"name": "a", "annotations": annotations}, "spec": spec});
    crate::converted(&reviewer, "Backup", [from, to], &object)
}

#[track_caller]
fn both_ways(older: &Value, newer: &Value) {
    for (from, to, given, expected) in [("v1", "v2", older, newer), ("v2", "v1", newer, older)] {
        let converted = convert(from, to, given, &json!({}));
        assert_eq!(&converted["spec"], expected, "{from} to {to}");
        assert_eq!(converted["metadata"]["annotations"], json!({}));
    }
}

/// Returns the spec of a round trip, with a change of the spec in the other version.
fn edited(from: &str, to: &str, spec: &Value, edit: fn(&mut Value)) -> Value {
    let mut there = convert(from, to, spec, &json!({}));
    edit(&mut there["spec"]);
    convert(to, from, &there["spec"], &there["metadata"]["annotations"])["spec"].clone()
}

#[test]
fn a_discriminator_chooses_a_field_and_the_field_says_the_discriminator() {
    both_ways(
        &json!({"kind": "Git", "location": "a"}),
        &json!({"git": {"url": "a"}}),
    );
    both_ways(&json!({"kind": "Http", "location": "a"}), &json!({"http": "a"}));
    both_ways(&json!({}), &json!({}));
}

#[test]
fn a_discriminator_of_both_versions_chooses_in_both_directions() {
    both_ways(
        &json!({"store": "S3", "config": {"bucket": "a"}}),
        &json!({"store": "S3", "s3": {"bucket": "a"}}),
    );
    both_ways(
        &json!({"store": "Nfs", "config": {"bucket": "a", "depth": 2}}),
        &json!({"store": "Nfs", "nfs": {"bucket": "a", "depth": 2}}),
    );
    both_ways(&json!({"store": "S3"}), &json!({"store": "S3"}));
    // Another value, and none.
    both_ways(
        &json!({"store": "Disk", "other": 7}),
        &json!({"store": "Disk", "rest": 7}),
    );
    both_ways(&json!({"other": 7}), &json!({"rest": 7}));
}

#[test]
fn a_discriminator_of_the_next_version_is_what_is_set() {
    both_ways(
        &json!({"metrics": [{"name": "cpu", "targetAverageUtilization": 50}, {"name": "b", "targetAverageValue": "1Gi"}]}),
        &json!({"metrics": [
            {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}},
            {"name": "b", "target": {"type": "AverageValue", "averageValue": "1Gi"}},
        ]}),
    );
}

#[test]
fn what_no_case_says_is_kept_and_edits_take_precedence() {
    let both = json!({"git": {"url": "a"}, "http": "b"});
    assert_eq!(
        convert("v2", "v1", &both, &json!({}))["spec"],
        json!({"kind": "Git", "location": "a"})
    );
    assert_eq!(edited("v2", "v1", &both, |_| {}), both);
    assert_eq!(
        edited("v2", "v1", &both, |spec| spec["location"] = json!("c")),
        json!({"git": {"url": "c"}})
    );
    // Parts of an object, as server-side apply sends them.
    for part in [
        json!({"kind": "Git"}),
        json!({"location": "a"}),
        json!({"config": {"bucket": "a"}}),
        json!({"store": "S3", "other": 1}),
    ] {
        assert_eq!(edited("v1", "v2", &part, |_| {}), part);
    }
    assert_eq!(
        edited("v1", "v2", &json!({"kind": "Git"}), |spec| spec["http"] =
            json!("b")),
        json!({"kind": "Http", "location": "b"})
    );
}

#[test]
fn round_trips() {
    crd_core::assert_round_trip!(v1::Backup, v2::Backup; objects = 2_000);
}
