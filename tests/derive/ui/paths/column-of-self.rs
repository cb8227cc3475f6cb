use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database", namespaced)]
#[crd(printcolumn(name = "Name", type_ = "string", json_path = "self.spec.name"))]
struct DatabaseSpec {
    name: String,
}

fn main() {}
