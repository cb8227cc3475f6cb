use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    Known { name: String },
    #[serde(other)]
    Unknown { name: String },
}

fn main() {}
