use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

fn main() {}
