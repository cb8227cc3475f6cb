use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(minimum = 1)]
    #[serde(default)]
    replicas: u32,
    #[crd(exclusive_minimum = 0)]
    #[serde(default)]
    ratio: f64,
    #[crd(min_length = 1)]
    #[serde(default)]
    name: String,
    #[crd(enum("a", "b"))]
    #[serde(default)]
    class: String,
    #[crd(min_items = 1)]
    #[serde(default)]
    hosts: Vec<String>,
    #[crd(minimum = 1, no_default)]
    #[serde(default)]
    kept_out: u32,
    #[crd(minimum = 1)]
    #[serde(default)]
    optional: Option<u32>,
    #[crd(min_items = 1)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<String>,
    #[crd(minimum = 1, default = 2)]
    #[serde(default)]
    given: u32,
}

fn main() {}
