use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    size: u32,
}

fn main() {}
