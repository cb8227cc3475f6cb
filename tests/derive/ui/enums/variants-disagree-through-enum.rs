use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Outer {
    A(Inner),
    B { size: String },
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Inner {
    Small { size: u32 },
}

fn main() {}
