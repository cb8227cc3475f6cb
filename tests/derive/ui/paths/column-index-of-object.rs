use std::collections::BTreeMap;

use crd_core::types::Condition;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", status = DbStatus, printcolumn(name = "A", type_ = "string", json_path = r#".status[0].phase"#))]
struct DbSpec {
    size: u32,
    labels: BTreeMap<String, String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    phase: String,
    conditions: Vec<Condition>,
}

fn main() {}
