use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    #[serde(skip_serializing)]
    Fast,
    Safe,
}

fn main() {}
