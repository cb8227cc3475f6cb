use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced, printcolumn(name = "Policy", type_ = "string", json_path = ".spec.reclaim_policy"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    reclaim_policy: String,
}

fn main() {}
