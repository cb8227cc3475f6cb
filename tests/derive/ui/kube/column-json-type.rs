use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", printcolumn = r#"{"name": "Size", "type": "int", "jsonPath": ".spec.size"}"#)]
struct DbSpec {
    size: u32,
}

fn main() {}
