use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[crd(default)]
    replicas: u32,
    #[crd(default = Default::default())]
    names: Vec<String>,
}

fn main() {}
