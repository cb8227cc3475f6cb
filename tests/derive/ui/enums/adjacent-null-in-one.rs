use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Mode {
    Some(u32),
    Maybe(Option<u32>),
}

fn main() {}
