use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    A { value: u32 },
    #[serde(untagged)]
    B { other: String },
}

fn main() {}
