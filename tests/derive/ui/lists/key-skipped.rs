use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(list_type = map, list_map_keys("name"))]
    ports: Vec<Port>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Port {
    #[serde(skip)]
    name: String,
    number: u16,
}

fn main() {}
