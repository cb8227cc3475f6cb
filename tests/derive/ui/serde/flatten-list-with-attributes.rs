use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(min_items = 1)]
    #[serde(flatten)]
    names: Vec<String>,
}

fn main() {}
