use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.weights.sum(w, w) == 1000"))]
struct Spec {
    weights: Vec<u32>,
}

fn main() {}
