use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Mode {
    Off,
    On { level: u32 },
}

fn main() {}
