use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(maximum = f64::NAN)]
    ratio: f64,
}

fn main() {}
