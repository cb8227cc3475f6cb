use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(skip_serializing)]
    size: u32,
}

fn main() {}
