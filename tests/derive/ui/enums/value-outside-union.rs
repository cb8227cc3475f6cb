use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    #[crd(minimum = 1)]
    Fast,
    Safe,
}

fn main() {}
