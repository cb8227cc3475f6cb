use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Pool {
    #[serde(skip)]
    cache: Box<Cache>,
}

struct Cache {
    hits: u64,
}

fn main() {}
