use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database", status = Option<DatabaseStatus>)]
struct DatabaseSpec {
    name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DatabaseStatus {
    phase: String,
}

fn main() {}
