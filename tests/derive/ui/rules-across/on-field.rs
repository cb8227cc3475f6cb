use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Storage {
    size: i64,
}

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(rule("self.nope == 2"))]
    storage: Box<Storage>,
    #[crd(items(rule("has(self.sizes)")))]
    all: Vec<Storage>,
}

fn main() {}
