use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.minSize < self.maxSize"))]
struct Spec {
    min_size: u32,
    max_size: u32,
}

fn main() {}
