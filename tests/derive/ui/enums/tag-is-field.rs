use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Switch {
    On { kind: u32 },
    Off { level: u32 },
}

fn main() {}
