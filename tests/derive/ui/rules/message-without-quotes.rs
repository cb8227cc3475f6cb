//! A text without quotes that could be the name of a constant.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.minNodes <= self.maxNodes", message = minNodesTooLarge, field_path = ".minNodes"))]
#[serde(rename_all = "camelCase")]
struct PoolSpec {
    #[crd(maximum = 10, title = nodes)]
    min_nodes: u8,
    max_nodes: u8,
}

fn main() {}
