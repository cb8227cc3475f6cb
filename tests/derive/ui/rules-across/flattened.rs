use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    min_nodes: i64,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.node_limits.min_nodes <= self.nodes"), rule("self.nodeLimits.min_nodes > 0"), rule("self.absent > 0"))]
struct Spec {
    nodes: i64,
    #[serde(flatten)]
    node_limits: Limits,
}

fn main() {}
