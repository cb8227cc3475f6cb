//! Attributes of serde on a wrong target: serde rejects them, and the type causes no further errors.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Vineyard")]
struct VineyardSpec {
    rows: Vec<Row>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Row {
    #[serde(rename_all = "camelCase")]
    vine_count: u32,
}

fn main() {}
