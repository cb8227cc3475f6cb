use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "level")]
enum Mode {
    On(On),
}

#[derive(Schema, Serialize, Deserialize)]
struct On {
    level: u32,
}

fn main() {}
