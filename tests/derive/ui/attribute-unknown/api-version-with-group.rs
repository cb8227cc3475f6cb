use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(api_version = "example.com/v1", kind = "Database")]
struct DatabaseSpec {
    #[crd(validation(rule = "self != ''", message = "must not be empty"))]
    name: String,
}

fn main() {}
