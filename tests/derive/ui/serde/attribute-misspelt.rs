use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Pool {
    nodes: Vec<Nodes>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.minNodes <= self.maxNodes"))]
#[serde(renameAll = "camelCase")]
struct Nodes {
    min_nodes: i32,
    max_nodes: i32,
}

fn main() {}
