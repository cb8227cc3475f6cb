use crd_core::{Schema};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Db {
    #[serde(default)]
    storage: Storage,
}

#[derive(Schema, Serialize, Deserialize)]
struct Storage {
    size: u32,
}

fn main() {}
