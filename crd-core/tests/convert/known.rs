//! Tests of functions with known inverses, and of lists that become maps.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use std::collections::BTreeMap;

    use crd_core::inverses::{
        ConversionPair, Inverse, MillisAsQuantity, NumberAsQuantity, NumberAsText, SecondsAsDuration, Times,
    };
    use crd_core::types::Quantity;
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Probe", storage = false)]
    #[crd(next = super::v2::ProbeSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct ProbeSpec {
        #[crd(next(rename = "timeout", by = SecondsAsDuration))]
        pub timeout_seconds: i64,
        #[crd(next(path = "wait.millis", by = Times<1000>))]
        pub wait_seconds: Option<u32>,
        #[crd(next(by = Inverse<NumberAsText>))]
        pub retries: Option<String>,
        #[crd(next(rename = "cpu", by = MillisAsQuantity))]
        pub cpu_millis: Option<u32>,
        #[crd(next(rename = "memoryBytes", by = Inverse<NumberAsQuantity>))]
        pub memory: Option<Quantity>,
        #[crd(next(by = Percent))]
        pub ratio: Option<u8>,
        #[crd(list_type = map, list_map_keys("name"), next(keyed_by = "name", value = "value"))]
        #[serde(default)]
        pub parameters: Vec<Parameter>,
        #[crd(list_type = map, list_map_keys("name"), next(rename = "portsByName", keyed_by = "name"))]
        #[serde(default)]
        pub ports: Vec<Port>,
        #[crd(next(keyed_by = "key", value = "text"))]
        #[serde(default)]
        pub notes: BTreeMap<String, String>,
        /// Replaced as a whole by appliers, as the list is.
        #[crd(map_type = atomic, next(keyed_by = "zone", value = "weight"))]
        #[serde(default)]
        pub weights: BTreeMap<String, u32>,
    }

    /// A user-defined pair of functions.
    pub struct Percent;

    impl ConversionPair for Percent {
        type Older = u8;
        type Newer = String;
        const IS_LOSSY: bool = false;

        fn up(older: u8) -> Option<String> {
            Some(format!("{older}%"))
        }

        fn down(newer: String) -> Option<u8> {
            let number = newer.strip_suffix('%')?.parse().ok()?;
            (format!("{number}%") == newer).then_some(number)
        }
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Parameter {
        pub name: String,
        pub value: f64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Port {
        pub name: String,
        pub number: u16,
        pub protocol: Option<String>,
    }
}

pub mod v2 {
    use std::collections::BTreeMap;

    use crd_core::types::{Duration, Quantity};
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Probe")]
    #[serde(rename_all = "camelCase")]
    pub struct ProbeSpec {
        pub timeout: Duration,
        pub wait: Option<Wait>,
        pub retries: Option<i64>,
        pub cpu: Option<Quantity>,
        pub memory_bytes: Option<i64>,
        pub ratio: Option<String>,
        #[serde(default)]
        pub parameters: BTreeMap<String, f64>,
        #[serde(default)]
        pub ports_by_name: BTreeMap<String, Port>,
        #[crd(list_type = map, list_map_keys("key"))]
        #[serde(default)]
        pub notes: Vec<Note>,
        #[serde(default)]
        pub weights: Vec<Weight>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Wait {
        pub millis: Option<u64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Port {
        pub number: u16,
        pub protocol: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Weight {
        pub zone: String,
        pub weight: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Note {
        pub key: String,
        pub text: String,
    }
}

fn convert(version: &str, object: &Value, to: &str) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::Probe>().build().unwrap();
    crate::converted(&reviewer, "Probe", [version, to], object)
}

/// Tests the conversion in both directions.
#[track_caller]
fn both([v1, v2]: [Value; 2]) {
    let up = convert("v1", &json!({"spec": v1}), "v2");
    assert_eq!(
        up,
        json!({"apiVersion": "example.com/v2", "kind": "Probe", "metadata": {}, "spec": v2})
    );
    let down = convert("v2", &json!({"spec": v2}), "v1");
    assert_eq!(
        down,
        json!({"apiVersion": "example.com/v1", "kind": "Probe", "metadata": {}, "spec": v1})
    );
}

#[test]
fn functions_have_their_inverses() {
    both([
        json!({"timeoutSeconds": 90, "waitSeconds": 2, "retries": "3", "cpuMillis": 1500, "memory": "1024", "ratio": 5}),
        json!({"timeout": "1m30s", "wait": {"millis": 2000}, "retries": 3, "cpu": "1500m", "memoryBytes": 1024, "ratio": "5%"}),
    ]);
}

#[test]
fn lists_become_maps_and_maps_lists() {
    both([
        json!({
            "parameters": [{"name": "a", "value": 0.1}, {"name": "b", "value": 31.5}],
            "ports": [{"name": "web", "number": 80, "protocol": "TCP"}],
            "notes": {"x": "y"},
        }),
        json!({
            "parameters": {"a": 0.1, "b": 31.5},
            "portsByName": {"web": {"number": 80, "protocol": "TCP"}},
            "notes": [{"key": "x", "text": "y"}],
        }),
    ]);
}

#[test]
fn the_order_of_a_list_and_equal_keys_come_back() {
    let list = json!([{"name": "b", "value": 1.5}, {"name": "a", "value": 2.5}, {"name": "b", "value": 3.5}]);
    let mut there = convert("v1", &json!({"spec": {"parameters": list}}), "v2");
    assert_eq!(there["spec"]["parameters"], json!({"a": 2.5, "b": 1.5}));
    assert_eq!(convert("v2", &there, "v1")["spec"]["parameters"], list);
    // A client of v2 changes the map, so the old list no longer matches it.
    there["spec"]["parameters"]["c"] = json!(4.5);
    let changed =
        json!([{"name": "a", "value": 2.5}, {"name": "b", "value": 1.5}, {"name": "c", "value": 4.5}]);
    assert_eq!(convert("v2", &there, "v1")["spec"]["parameters"], changed);
}

#[test]
fn nothing_is_lost_of_them() {
    crd_core::assert_round_trip!(v1::Probe, v2::Probe);
}

crd_core::impl_try_from!(v1::Probe, v2::Probe);

#[test]
fn types_become_those_of_the_other_version() {
    let spec = json!({"timeoutSeconds": 90, "parameters": [{"name": "b", "value": 1.5}, {"name": "a", "value": 2.5}]});
    let old = v1::Probe::new("a", serde_json::from_value(spec).unwrap());
    let new = v2::Probe::try_from(old.clone()).unwrap();
    assert_eq!(new.spec.timeout.to_string(), "1m30s");
    assert_eq!(
        serde_json::to_value(&new.spec.parameters).unwrap(),
        json!({"a": 2.5, "b": 1.5})
    );
    let back = v1::Probe::try_from(new).unwrap();
    assert_eq!(
        serde_json::to_value(&back).unwrap(),
        serde_json::to_value(&old).unwrap()
    );
    let other = super::unions::v1::DiskSpec {
        storage: super::unions::v1::Storage::None,
        mirrors: Vec::new(),
        source: None,
        check: None,
        action: None,
    };
    let other = super::unions::v1::Disk::new("a", other);
    let error = crd_core::convert::between::<_, v2::Probe>(&other).unwrap_err();
    assert!(
        error.to_string().contains("there is no conversion between"),
        "{error}"
    );
}
