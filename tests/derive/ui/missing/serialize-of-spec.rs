use crd_core::{CustomResource, Schema};
use serde::Deserialize;

#[derive(CustomResource, Schema, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Thing")]
struct ThingSpec {
    size: u32,
}

fn main() {}
