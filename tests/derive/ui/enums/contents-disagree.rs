use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Mode {
    A(u32),
    B { value: String },
}

fn main() {}
