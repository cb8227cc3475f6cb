use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db")]
struct DbSpec {
    #[crd(printcolumn(type_ = "boolean"))]
    size: u32,
}

fn main() {}
