use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    On { level: u32 },
    Off(#[serde(skip)] u32),
}

fn main() {}
