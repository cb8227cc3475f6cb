use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[crd(minimum = 1..10)]
    replicas: u32,
    #[crd(range = 1..=10)]
    shards: u32,
}

fn main() {}
