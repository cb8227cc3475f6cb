use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", content = "type")]
enum Mode {
    A { value: u32 },
    B { value: u32 },
}

fn main() {}
