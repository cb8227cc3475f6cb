use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(format = "byte", max_length = 1024)]
    key: Option<Vec<u8>>,
}

fn main() {}
