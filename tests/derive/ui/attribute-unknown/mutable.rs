use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    #[crd(mutable = false)]
    name: String,
}

fn main() {}
