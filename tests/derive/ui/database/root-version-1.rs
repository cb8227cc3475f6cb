use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io/v1", version = "1", kind = "Database", namespaced)]
pub struct DatabaseSpec {
    name: String,
}

fn main() {}
