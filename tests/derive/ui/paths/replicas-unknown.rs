use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", status = Status, scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"))]
struct DbSpec {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Status {
    replicas: i32,
    phase: String,
}

fn main() {}
