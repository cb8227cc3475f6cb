use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Mode {
    On(Level),
    Off { reason: String },
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.low <= self.high"))]
struct Level {
    low: u32,
    high: u32,
}

fn main() {}
