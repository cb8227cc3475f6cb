use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", status = DbStatus)]
#[crd(selectable = ".spec.zones[0]", selectable = ".spec['host']")]
#[crd(scale(
    spec_replicas_path = ".spec.sizes[0]",
    status_replicas_path = ".status.replicas",
    label_selector_path = ".status.conditions[?(@.type==\"Ready\")].reason"
))]
struct DbSpec {
    host: String,
    zones: Vec<String>,
    sizes: Vec<u32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    replicas: u32,
    conditions: Vec<crd_core::types::Condition>,
}

fn main() {}
