use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database", printcolumn("Name", "string", ".spec.name"))]
struct DatabaseSpec {
    name: String,
}

fn main() {
    let _ = Database::crd;
}
