use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    On {
        size: u32,
        #[serde(flatten)]
        level: Level,
    },
}

#[derive(Schema, Serialize, Deserialize)]
struct Level {
    size: u32,
}

fn main() {}
