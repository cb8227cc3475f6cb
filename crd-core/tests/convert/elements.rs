//! Tests of values that are a field of one element of a list in the other version.

#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use serde_json::{Value, json};

pub mod v1 {
    use crd_core::inverses::OnlyElement;
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "App", storage = false, next = v2::AppSpec)]
    #[crd(moved("ports", to = "web", keyed_by = "name", element = "web"))]
    #[serde(rename_all = "camelCase")]
    pub struct AppSpec {
        #[crd(next(path = "gates", keyed_by = "type", element = "Ready", value = "status"))]
        pub ready: Option<String>,
        #[crd(map_type = atomic, next(path = "containers", by = OnlyElement<Container>))]
        pub container: Option<Container>,
        #[crd(list_type = map, list_map_keys("name"))]
        #[serde(default)]
        pub ports: Vec<Port>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Container {
        pub image: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub args: Option<Vec<String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Port {
        pub name: String,
        pub number: Option<i32>,
        pub protocol: Option<String>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v1::Container;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "App")]
    #[crd(conversion(service = "app", namespace = "default", path = "/convert"))]
    pub struct AppSpec {
        #[crd(list_type = map, list_map_keys("type"))]
        #[serde(default)]
        pub gates: Vec<Gate>,
        pub containers: Option<Vec<Container>>,
        pub web: Option<Web>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Gate {
        #[serde(rename = "type")]
        pub kind: String,
        pub status: Option<String>,
        pub reason: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Web {
        pub number: Option<i32>,
        pub protocol: Option<String>,
    }
}

fn convert(object: &Value, from: &str, to: &str) -> Value {
    let reviewer = Reviewer::builder().resource::<v1::App>().build().unwrap();
    crate::converted(&reviewer, "App", [from, to], object)
}

/// Returns the spec of a round trip, with a change of the spec in the other version.
fn edited(spec: &Value, [from, to]: [&str; 2], edit: impl Fn(&mut Value)) -> Value {
    let mut there = convert(&json!({"spec": spec}), from, to);
    edit(&mut there["spec"]);
    convert(&there, to, from)["spec"].clone()
}

#[test]
fn a_field_is_one_element() {
    let older = json!({"spec": {"ready": "True", "container": {"image": "a"}, "ports": [{"name": "web", "number": 80}]}});
    let newer = json!({"spec": {
        "gates": [{"type": "Ready", "status": "True"}], "containers": [{"image": "a"}], "web": {"number": 80},
    }});
    let up = convert(&older, "v1", "v2");
    assert_eq!(up["spec"], newer["spec"]);
    assert_eq!(up["metadata"], json!({}));
    let down = convert(&newer, "v2", "v1");
    assert_eq!(down["spec"], older["spec"]);
    assert_eq!(down["metadata"], json!({}));
}

#[test]
fn the_rest_of_the_list_survives_an_edit_of_the_field() {
    let list = json!([
        {"type": "Other", "status": "False"},
        {"type": "Ready", "status": "True", "reason": "Up"},
        {"type": "Third"},
    ]);
    let spec = json!({"gates": list});
    let versions = ["v2", "v1"];
    assert_eq!(edited(&spec, versions, |_| {})["gates"], list);
    let mut expected = list.clone();
    expected[1] = json!({"type": "Ready", "reason": "Up", "status": "Maybe"});
    let set = |spec: &mut Value| spec["ready"] = json!("Maybe");
    assert_eq!(edited(&spec, versions, set)["gates"], expected);
    // Without the field, the element goes, and the others stay.
    let remove = |spec: &mut Value| {
        spec.as_object_mut().unwrap().remove("ready");
    };
    assert_eq!(
        edited(&spec, versions, remove)["gates"],
        json!([list[0], list[2]])
    );
    // A new element.
    let spec = json!({"gates": [list[0]]});
    assert_eq!(
        edited(&spec, versions, set)["gates"],
        json!([list[0], {"type": "Ready", "status": "Maybe"}])
    );
    // A list of this version, of which the next has one element.
    let ports = json!([{"name": "metrics", "number": 9000}, {"name": "web", "number": 80}]);
    assert_eq!(
        edited(&json!({"ports": ports}), ["v1", "v2"], |spec| {
            spec["web"]["number"] = json!(8080);
        })["ports"],
        json!([ports[0], {"name": "web", "number": 8080}])
    );
}

#[test]
fn an_annotation_that_a_user_changed_is_no_list() {
    let mut there = convert(
        &json!({"spec": {"gates": [{"type": "Ready", "status": "True"}, {"type": "B"}]}}),
        "v2",
        "v1",
    );
    let annotations = there["metadata"]["annotations"].as_object_mut().unwrap();
    for value in annotations.values_mut() {
        let text = value.as_str().unwrap().replace(r#""type":"B""#, r#""type":7"#);
        *value = json!(text);
    }
    there["spec"]["ready"] = json!("False");
    assert_eq!(
        convert(&there, "v1", "v2")["spec"]["gates"],
        json!([{"type": "Ready", "status": "False"}])
    );
}

#[test]
fn round_trips() {
    crd_core::assert_round_trip!(v1::App, v2::App; objects = 2_000);
}
