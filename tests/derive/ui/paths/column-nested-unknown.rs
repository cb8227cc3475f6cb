use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", printcolumn(name = "Size", type_ = "integer", json_path = ".spec.storage.sise"))]
struct DbSpec {
    storage: Storage,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Storage {
    size: u32,
}

fn main() {}
