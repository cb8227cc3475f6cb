use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced, status = DatabaseStatus, scale(spec_replicas_path = ".spec.replicas"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    replicas: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct DatabaseStatus {
    applied: Option<bool>,
    message: Option<String>,
}

fn main() {}
