use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(default)]
struct Db {
    size: u32,
}

fn main() {}
