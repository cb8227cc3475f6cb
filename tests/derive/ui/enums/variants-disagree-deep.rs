use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    A { spec: One },
    B { spec: Two },
}

#[derive(Schema, Serialize, Deserialize)]
struct One {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize)]
struct Two {
    size: String,
}

fn main() {}
