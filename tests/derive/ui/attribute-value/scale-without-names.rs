use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", status = DbStatus, scale(".spec.replicas", ".status.replicas"))]
struct DbSpec {
    replicas: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    replicas: i32,
}

fn main() {}
