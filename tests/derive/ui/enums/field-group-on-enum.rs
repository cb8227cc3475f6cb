use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(exactly_one_of("a", "b"))]
enum Mode {
    A,
    B,
}

fn main() {}
