use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com/v1", version = "v1", kind = "Database")]
struct DatabaseSpec {
    name: String,
}

fn main() {}
