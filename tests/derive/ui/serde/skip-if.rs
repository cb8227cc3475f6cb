use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(list_type = set, max_items = 24)]
    #[serde(default, skip_if = "Vec::is_empty")]
    hours: Vec<u8>,
}

fn main() {}
