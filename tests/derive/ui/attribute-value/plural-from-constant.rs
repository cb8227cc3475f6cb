use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

const PLURAL: &str = "databases";

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database", plural = PLURAL)]
struct DatabaseSpec {
    name: String,
}

fn main() {}
