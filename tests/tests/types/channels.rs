//! One type in several channels and with several sets of feature gates.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::BTreeMap;

use crd_core::generate::{Profile, Selection, crd_of_selection};
use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::channels;

/// A route.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "routes.example.com", version = "v1", kind = "Route", namespaced)]
#[crd(rule("!has(self.retries) || self.retries > 0", channel = experimental))]
#[crd(rule("self.host != 'localhost'"), at_most_one_of(mirror, redirect))]
#[serde(rename_all = "camelCase")]
pub struct RouteSpec {
    #[crd(max_length = 100, only(before = experimental, pattern = "^[a-z.]+$"))]
    host: String,
    #[crd(channel = experimental, printcolumn)]
    retries: Option<u16>,
    #[crd(channel = experimental)]
    mirror: Option<String>,
    redirect: Option<String>,
    #[crd(lifecycle(min_version = "v1.30", status = alpha, feature_gate = "Weights"))]
    weight: Option<u8>,
    #[crd(feature_gate = "Timeouts")]
    timeout: Option<u32>,
    protocol: Protocol,
    filter: Filter,
    backend: Backend,
    #[crd(
        max_items = 8,
        only(feature_gate = "Many", items(minimum = 1)),
        only(without_gate = "Many", max_items = 4)
    )]
    #[crd(list_type = set)]
    ports: Vec<u16>,
    limits: BTreeMap<Protocol, u32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Protocol {
    Http,
    #[crd(channel = experimental)]
    Quic,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
enum Filter {
    Headers {
        add: String,
    },
    #[crd(channel = experimental)]
    Cors {
        origin: String,
    },
}

#[derive(Union, Clone, Debug)]
#[crd(discriminator = "type")]
enum Backend {
    Service(Name),
    #[crd(channel = experimental)]
    Lambda(Name),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Name {
    name: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "routes.example.com", version = "v1", kind = "Tunnel", channel = experimental)]
pub struct TunnelSpec {
    port: u16,
}

fn spec_of(selection: &Selection) -> Value {
    let crd = crd_of_selection(&Route::RESOURCE, Profile::ApiServer, selection)
        .unwrap()
        .unwrap();
    let crd = serde_json::to_value(&crd).unwrap();
    crd["spec"]["versions"][0].clone()
}

fn names(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_channel_lacks_what_later_channels_add() {
    let version = spec_of(&Selection::channel(channels::standard));
    let spec = &version["schema"]["openAPIV3Schema"]["properties"]["spec"];
    let properties = &spec["properties"];
    assert_eq!(
        names(properties),
        [
            "backend", "filter", "host", "limits", "ports", "protocol", "redirect", "timeout"
        ]
    );
    assert_eq!(version.get("additionalPrinterColumns"), None);
    assert_eq!(properties["protocol"]["enum"], json!(["Http"]));
    assert_eq!(
        properties["filter"]["properties"]["type"]["enum"],
        json!(["Headers"])
    );
    assert_eq!(names(&properties["filter"]["properties"]), ["add", "type"]);
    assert_eq!(names(&properties["backend"]["properties"]), ["service", "type"]);
    assert_eq!(properties["host"]["pattern"], "^[a-z.]+$");
    assert_eq!(properties["limits"]["maxProperties"], 1);
    let rules = serde_json::to_string(&spec["x-kubernetes-validations"]).unwrap();
    assert!(
        rules.contains("localhost") && !rules.contains("retries") && !rules.contains("mirror"),
        "{rules}"
    );
    assert!(rules.contains("(has(self.redirect) ? 1 : 0) <= 1"), "{rules}");
}

#[test]
fn a_later_channel_has_everything_but_what_ends_before_it() {
    let version = spec_of(&Selection::channel(channels::experimental));
    let spec = &version["schema"]["openAPIV3Schema"]["properties"]["spec"];
    let properties = &spec["properties"];
    assert_eq!(names(properties).len(), 11);
    assert_eq!(
        version["additionalPrinterColumns"][0]["jsonPath"],
        ".spec.retries"
    );
    assert_eq!(properties["protocol"]["enum"], json!(["Http", "Quic"]));
    assert_eq!(properties["host"].get("pattern"), None);
    assert!(names(&properties["backend"]["properties"]).contains(&"lambda"));
    let everything = spec_of(&Selection::default());
    assert_eq!(version, everything, "without a channel it is the last one");
}

#[test]
fn gates_are_on_only_where_they_are_selected() {
    let of = |gates: &[&str]| {
        let version = spec_of(&Selection::default().with_feature_gates(gates.iter().copied()));
        version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"].clone()
    };
    let none = of(&[]);
    assert!(none.get("weight").is_none() && none.get("timeout").is_none());
    let some = of(&["Weights", "Many"]);
    assert!(some.get("weight").is_some() && some.get("timeout").is_none());
    assert_eq!(some["ports"]["items"]["minimum"], 1);
    assert_ne!(none["ports"]["items"]["minimum"], 1);
}

#[test]
fn a_kind_may_be_in_some_channels_only() {
    let of = |channel| {
        crd_of_selection(
            &Tunnel::RESOURCE,
            Profile::ApiServer,
            &Selection::channel(channel),
        )
        .unwrap()
    };
    assert_eq!(of(channels::standard), None);
    let crd = of(channels::experimental).unwrap();
    let annotations = serde_json::to_value(&crd).unwrap()["metadata"]["annotations"].clone();
    assert_eq!(
        annotations,
        json!({"routes.example.com/channel": "experimental", "routes.example.com/bundle": "v1.2.3"})
    );
}

#[test]
fn each_channel_is_accepted_by_the_server() {
    for channel in [channels::standard, channels::experimental] {
        let crd = crd_of_selection(&Route::RESOURCE, Profile::ApiServer, &Selection::channel(channel));
        crd_core::build::manifest(&crd.unwrap().unwrap(), crd_core::KubeVersion::DEFAULT).unwrap();
    }
}
