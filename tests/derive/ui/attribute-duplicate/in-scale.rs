use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "db.example.com",
    version = "v1",
    kind = "Database",
    status = Status,
    scale(spec_replicas_path = ".spec.a", spec_replicas_path = ".spec.b", status_replicas_path = ".status.a")
)]
struct DatabaseSpec {
    a: u32,
    b: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Status {
    a: u32,
}

fn main() {}
