use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
use crd_core::types::ObjectMeta;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db")]
struct DbSpec {
    metadata: ObjectMeta,
    size: u32,
}

fn main() {}
