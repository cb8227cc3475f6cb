use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    A { value: u32 },
    B { value: String },
}

fn main() {}
