use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Thing", printcolumn(name = "Size", type_ = "integer", json_path = ".spec.limits.size"))]
struct ThingSpec {
    limits: Limits,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Limits {
    #[serde(skip)]
    size: u32,
    most: u32,
}

fn main() {}
