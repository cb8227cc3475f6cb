use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[crd(default = "one")]
    replicas: u32,
}

fn one() -> u32 {
    1
}

fn main() {}
