use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    #[serde(rename = "fast")]
    Fast,
    #[serde(rename = "fast")]
    Quick,
}

fn main() {}
