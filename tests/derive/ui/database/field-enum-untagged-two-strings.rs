use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    provider: Provider,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Provider {
    Name(String),
    Alias(String),
}

fn main() {}
