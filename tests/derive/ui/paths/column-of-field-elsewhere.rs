use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db")]
struct DbSpec {
    #[crd(printcolumn(name = "Kind", json_path = ".spec.kind"))]
    king: String,
    #[crd(printcolumn(name = "Zone", json_path = ".spec.king"))]
    zone: String,
}

fn main() {}
