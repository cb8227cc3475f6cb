use crd_core::Schema;
use serde::Serialize;

#[derive(Schema, Serialize)]
#[serde(tag = "type")]
struct Spec {
    size: u32,
}

fn main() {}
