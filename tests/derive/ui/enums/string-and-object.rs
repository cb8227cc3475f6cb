use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    Off,
    On { level: u32 },
}

fn main() {}
