use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", scale(spec_replicas_path = ".spec.size", status_replicas_path = ".status.replicas"))]
struct DbSpec {
    size: u32,
}

fn main() {}
