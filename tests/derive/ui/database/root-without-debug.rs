use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
pub struct DatabaseSpec {
    name: String,
}

fn main() {}
