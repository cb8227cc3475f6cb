use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced, status = DatabaseStatus, printcolumn(name = "Applied", type_ = "boolean", json_path = ".status.aplied"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct DatabaseStatus {
    applied: Option<bool>,
    message: Option<String>,
}

fn main() {}
