use std::collections::BTreeMap;

use crd_core::__private::serde_json;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pool", status = PoolStatus)]
#[crd(spec_optional = option, spec_default = serde_json::json!({"all": [], "size": {}}))]
#[crd(status_default = serde_json::json!({"replica": 0}))]
struct PoolSpec {
    #[crd(default = serde_json::json!({"minNodes": "1"}))]
    autoscaling: Autoscaling,
    #[crd(values(maximum = 9), default = serde_json::json!({"small": 1, "large": 10}))]
    sizes: BTreeMap<String, u32>,
    #[crd(default = serde_json::json!([{"min_nodes": 1}]))]
    all: Vec<Autoscaling>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct Autoscaling {
    min_nodes: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct PoolStatus {
    replicas: u32,
}

fn main() {}
