use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Storage {
    size: i64,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.storage.sise > 1"))]
struct Spec {
    storage: Option<Storage>,
}

fn main() {}
