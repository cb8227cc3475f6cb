use crd_core::{CustomResource, Schema};
use serde::Serialize;

#[derive(CustomResource, Schema, Serialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
pub struct DatabaseSpec {
    name: String,
}

fn main() {}
