use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseObject {
    spec: Part,
    status: Option<Part>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: u16,
}

fn main() {}
