use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize)]
#[crd(group = "example.com", version = "v1", kind = "Thing", status = self::ThingStatus)]
struct ThingSpec {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone)]
struct ThingStatus {
    size: u32,
}

fn main() {}
