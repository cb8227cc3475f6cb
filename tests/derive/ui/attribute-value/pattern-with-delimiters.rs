use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    #[crd(pattern = /^[A-Z]+$/)]
    name: String,
}

fn main() {}
