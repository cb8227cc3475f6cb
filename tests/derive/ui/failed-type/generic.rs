use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.retention.value.keep > 0"))]
struct Spec {
    retention: Versioned<Retention>,
    broken: Broken<u32>,
    #[crd(list_type = map, list_map_keys("name"))]
    list: Vec<Broken<u32>>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Versioned<T> {
    value: T,
}

#[derive(Schema, Serialize, Deserialize)]
struct Broken<T> {
    name: String,
    #[crd(maximun = 3)]
    value: T,
}

#[derive(Schema, Serialize, Deserialize)]
struct Retention {
    #[crd(default = "four")]
    keep: u32,
}

fn main() {}
