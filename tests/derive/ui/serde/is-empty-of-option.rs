use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Option<Vec<String>>,
}

fn main() {}
