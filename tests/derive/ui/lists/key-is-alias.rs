use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Outer {
    #[crd(list_type = map, list_map_keys("id"))]
    items: Vec<Item>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Item {
    #[serde(alias = "id")]
    name: String,
}

fn main() {}
