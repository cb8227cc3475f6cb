use crd_core::Schema;
use crd_core::types::Quantity;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(default = "1 GB")]
    memory: Quantity,
    // Another mistake, which does not hide the first.
    #[crd(default = 70000)]
    port: u16,
    #[crd(default = ["1Gi", "2 MB"])]
    steps: Vec<Quantity>,
}

fn main() {}
