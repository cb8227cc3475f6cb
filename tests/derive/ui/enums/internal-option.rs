use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    On(Option<Level>),
    Off,
}

#[derive(Schema, Serialize, Deserialize)]
struct Level {
    level: u32,
}

fn main() {}
