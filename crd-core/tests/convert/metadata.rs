//! Fields that are annotations or labels in the other version.

#![allow(unreachable_pub, reason = "as a library has it")]
#![expect(clippy::needless_pass_by_value, reason = "functions of a mapping take values")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

use super::converted;

/// The older version has them in `metadata`, as `HorizontalPodAutoscaler` v1 has the metrics of v2.
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Scaler", storage = false)]
    #[crd(next = v2::ScalerSpec, moved(annotation = "example.com/metrics", to = "metrics"))]
    #[crd(moved(label = "tier", to = "tier"), moved("place.zone", label = "zone"))]
    #[crd(moved(annotation = "example.com/wait", to = "wait.seconds", up = seconds, down = text, lossy))]
    #[crd(added("wait"))]
    #[serde(rename_all = "camelCase")]
    pub struct ScalerSpec {
        #[crd(next(annotation = "example.com/owner"))]
        pub owner: Option<String>,
        #[crd(next(label = "example.com/replicas"))]
        pub replicas: Option<u8>,
        #[crd(next(annotation = "example.com/limits"))]
        pub limits: Option<Limits>,
        pub place: Option<Place>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Limits {
        pub cpu: Option<i64>,
        #[crd(max_items = 3)]
        pub names: Option<Vec<String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Place)]
    pub struct Place {
        #[crd(next(dropped))]
        pub zone: Option<String>,
        pub region: Option<String>,
    }

    fn seconds(text: String) -> Option<i64> {
        text.strip_suffix('s')?.parse().ok()
    }

    fn text(seconds: i64) -> Option<String> {
        (seconds >= 0).then(|| format!("{seconds}s"))
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Scaler")]
    pub struct ScalerSpec {
        pub metrics: Option<Vec<Metric>>,
        pub tier: Option<Tier>,
        pub wait: Option<Wait>,
        pub place: Option<Place>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Metric {
        pub name: String,
        pub target: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Tier {
        Gold,
        Silver,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Wait {
        pub seconds: Option<i64>,
        pub reason: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Place {
        pub region: Option<String>,
    }
}

fn scaler(object: &Value, versions: [&str; 2]) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Scaler>().build().unwrap();
    converted(&reviewer, "Scaler", versions, object)
}

#[test]
fn they_become_each_other() {
    let v1 = json!({
        "metadata": {
            "annotations": {"example.com/metrics": r#"[{"name":"cpu","target":5}]"#, "example.com/wait": "90s", "other": "x"},
            "labels": {"tier": "Gold", "app": "a"},
        },
        "spec": {"owner": "me", "replicas": 3, "limits": {"cpu": 1}, "place": {"zone": "a", "region": "r"}},
    });
    let v2 = scaler(&v1, ["v1", "v2"]);
    assert_eq!(
        v2["spec"],
        json!({
            "metrics": [{"name": "cpu", "target": 5}], "tier": "Gold", "wait": {"seconds": 90}, "place": {"region": "r"},
        })
    );
    assert_eq!(
        v2["metadata"],
        json!({
            "annotations": {"example.com/owner": "me", "example.com/limits": "{\"cpu\": 1}".replace(' ', ""), "other": "x"},
            "labels": {"example.com/replicas": "3", "app": "a", "zone": "a"},
        })
    );
    let back = scaler(&v2, ["v2", "v1"]);
    assert_eq!([&back["spec"], &back["metadata"]], [&v1["spec"], &v1["metadata"]]);
}

/// A text that is no value of its field, and a value that cannot be a label, wait in annotations.
#[test]
fn what_cannot_be_the_other_comes_back() {
    for (from, to, object) in [
        (
            "v1",
            "v2",
            json!({"metadata": {"annotations": {"example.com/metrics": "[{"}}}),
        ),
        (
            "v1",
            "v2",
            json!({"metadata": {"annotations": {"example.com/metrics": "[ ]", "example.com/wait": "01s"}}, "spec": {"place": {}}}),
        ),
        (
            "v1",
            "v2",
            json!({"metadata": {"labels": {"tier": "Bronze"}}, "spec": {}}),
        ),
        (
            "v1",
            "v2",
            json!({"metadata": {}, "spec": {"owner": "a", "place": {"zone": "not a label"}}}),
        ),
        (
            "v1",
            "v2",
            json!({"metadata": {"annotations": {"example.com/owner": "not the field"}}, "spec": {"owner": "a"}}),
        ),
        (
            "v2",
            "v1",
            json!({"metadata": {"labels": {"tier": "Bronze"}}, "spec": {"tier": "Silver"}}),
        ),
        (
            "v2",
            "v1",
            json!({"metadata": {}, "spec": {"wait": {"seconds": -1, "reason": "r"}}}),
        ),
    ] {
        let there = scaler(&object, [from, to]);
        let back = scaler(&there, [to, from]);
        for part in ["metadata", "spec"] {
            assert_eq!(back[part], object[part], "{there}");
        }
    }
}

#[test]
fn the_proof_makes_annotations_and_labels() {
    crd_core::assert_round_trip!(v1::Scaler, v2::Scaler; objects = 3_000);
}
