//! serde's attributes on types that do not derive its traits.

use crd_core::{CustomResource, Schema};

#[derive(CustomResource, Schema, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Sailing")]
#[serde(rename_all = "camelCase")]
struct SailingSpec {
    #[serde(rename = "ship")]
    name: String,
    #[serde(default)]
    cars: u32,
}

fn main() {}
