use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    #[serde(other)]
    Unknown,
    Known,
}

fn main() {}
