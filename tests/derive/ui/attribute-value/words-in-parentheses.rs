use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, CustomResource, Schema, Serialize, Deserialize)]
#[crd(group = "example.com", version = "v1", kind = "Db", conversion(none))]
#[crd(printcolumn(name = "Size", type_("integer"), json_path = ".spec.size"))]
struct DbSpec {
    size: u32,
}

fn main() {}
