use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Mode {
    Many(Vec<String>),
    One { name: String },
}

fn main() {}
