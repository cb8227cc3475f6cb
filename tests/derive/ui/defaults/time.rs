use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Window {
    #[crd(default = "yesterday")]
    start: crd_core::types::Time,
}

fn main() {}
