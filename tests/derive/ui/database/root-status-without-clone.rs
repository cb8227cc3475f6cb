use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced, status = DatabaseStatus)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    name: String,
}

#[derive(Schema, Serialize, Deserialize, Debug, Default)]
pub struct DatabaseStatus {
    applied: bool,
}

fn main() {}
