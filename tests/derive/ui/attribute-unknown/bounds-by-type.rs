use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    #[crd(length = 1..40)]
    name: String,
    #[crd(bounds(1, 8))]
    tags: Vec<String>,
    #[crd(range(max = 5))]
    size: u32,
    #[crd(min_value = 1, max_value = 5)]
    shards: u32,
    #[crd(length)]
    note: String,
}

fn main() {}
