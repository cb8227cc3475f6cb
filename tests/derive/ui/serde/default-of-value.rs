//! Values in place of the function that serde's `default` expects.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(default = 5)]
    size: i32,
    #[serde(default = "true")]
    enabled: bool,
    #[serde(default = "10")]
    replicas: i32,
    #[serde(default = "a text")]
    name: String,
}

fn main() {}
