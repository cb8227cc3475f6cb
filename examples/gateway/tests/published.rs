//! Both channels of `GRPCRoute` are equal to those that the project publishes, but for descriptions and the order of names.
//!
//! `published/` holds the facts of kubernetes-sigs/gateway-api at 4564255 (Apache-2.0), without descriptions.

use crd_core::generate::{Profile, Selection, crd_of_selection};
use crd_core::{CustomResource, KubeVersion, build};
use gateway_examples::{GrpcRoute, channels};
use serde_json::Value;

/// Leaves out descriptions, and sorts lists of names.
fn normal(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, value)| !(*name == "description" && value.is_string()))
            .map(|(name, value)| (name.clone(), normal(value)))
            .collect(),
        Value::Array(elements) => {
            let mut elements: Vec<Value> = elements.iter().map(normal).collect();
            if elements.iter().all(Value::is_string) {
                elements.sort_by_key(ToString::to_string);
            }
            Value::Array(elements)
        }
        Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
        other => other.clone(),
    }
}

fn differences(path: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for name in ours
                .keys()
                .chain(theirs.keys().filter(|name| !ours.contains_key(*name)))
            {
                let (one, other) = (ours.get(name), theirs.get(name));
                let below = format!("{path}.{name}");
                differences(
                    &below,
                    one.unwrap_or(&Value::Null),
                    other.unwrap_or(&Value::Null),
                    found,
                );
            }
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (index, (one, other)) in ours.iter().zip(theirs).enumerate() {
                differences(&format!("{path}[{index}]"), one, other, found);
            }
        }
        _ if ours != theirs => found.push(format!("{path}: {ours} instead of {theirs}")),
        _ => {}
    }
}

#[test]
fn both_channels_are_those_that_the_project_publishes() {
    for (channel, published) in [
        (
            channels::standard,
            include_str!("published/grpcroutes-standard.json"),
        ),
        (
            channels::experimental,
            include_str!("published/grpcroutes-experimental.json"),
        ),
    ] {
        let crd = crd_of_selection(
            &GrpcRoute::RESOURCE,
            Profile::ApiServer,
            &Selection::channel(channel),
        );
        let crd = crd.unwrap().unwrap();
        build::manifest(&crd, KubeVersion::DEFAULT).unwrap();
        let ours = serde_json::to_value(&crd).unwrap();
        let theirs: Value = serde_json::from_str(published).unwrap();
        let mut found = Vec::new();
        differences("", &normal(&ours), &normal(&theirs), &mut found);
        assert!(found.is_empty(), "{}: {found:#?}", channel.name);
    }
}
