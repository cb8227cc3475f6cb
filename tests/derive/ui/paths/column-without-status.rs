use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", printcolumn(name = "Phase", type_ = "string", json_path = ".status.phase"))]
struct DbSpec {
    size: u32,
}

fn main() {}
