use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", flatten, status = DbStatus)]
#[crd(selectable = ".spec.host", selectable = ".hots")]
#[crd(scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replica"))]
#[crd(printcolumn(name = "Host", type_ = "string", json_path = ".spec.host"))]
#[crd(printcolumn(name = "Zone", type_ = "integer", json_path = ".zone"))]
struct DbSpec {
    host: String,
    zone: String,
    replicas: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    replicas: u32,
}

fn main() {}
