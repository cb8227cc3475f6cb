use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Storage {
    size: i64,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.storage.size > 1", field_path = ".storage.sise"))]
struct Spec {
    storage: Storage,
}

fn main() {}
