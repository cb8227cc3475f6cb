use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pool {
    autoscaling: Option<Autoscaling>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.minNodes <= self.maxNodes", message = "minNodes must not exceed maxNodes", field_path = ".minNodes"))]
#[serde(rename_all = "camelcase")]
struct Autoscaling {
    min_nodes: i32,
    max_nodes: i32,
}

fn main() {}
