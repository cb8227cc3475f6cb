use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Mode {
    Known { name: String },
    #[serde(other)]
    Unknown,
}

fn main() {}
