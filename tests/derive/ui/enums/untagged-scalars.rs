use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Setting {
    Flag(bool),
    Text(String),
}

fn main() {}
