use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Thing", status = ThingStatus)]
struct ThingSpec {
    size: u32,
}

#[derive(Schema, Serialize, Clone, Debug)]
struct ThingStatus {
    size: u32,
}

fn main() {}
