//! Bounds in quotes.

use crd_core::Schema;
use crd_core::types::{Duration, Quantity};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(minimum = "1s")]
    interval: Duration,
    #[crd(maximum = "10Gi")]
    memory: Quantity,
    #[crd(maximum = "10")]
    size: i32,
}

fn main() {}
