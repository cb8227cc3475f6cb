use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[crd(default = 10Gi)]
    memory: String,
    #[crd(default = 25%)]
    surge: crd_core::types::IntOrString,
    #[crd(maximum = 1.5Gi)]
    size: f64,
    // These are numbers.
    #[crd(default = 10u32, maximum = 0x1F, minimum = 1_000 % 7)]
    replicas: u32,
}

fn main() {}
