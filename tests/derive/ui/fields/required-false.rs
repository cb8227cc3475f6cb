use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    #[crd(required = false)]
    name: String,
    #[crd(required = false)]
    note: Option<String>,
}

fn main() {}
