use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(skip_serializing_if = "is_none")]
    size: Size,
}

type Size = u32;

fn is_none(_: &Size) -> bool {
    false
}

fn main() {}
