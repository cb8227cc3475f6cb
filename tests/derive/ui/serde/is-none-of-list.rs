use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Vec<String>,
}

fn main() {}
