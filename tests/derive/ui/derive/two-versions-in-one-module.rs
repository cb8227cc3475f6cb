use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db")]
struct V1 {
    size: u32,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v2", kind = "Db")]
struct V2 {
    size: u32,
}

fn main() {}
