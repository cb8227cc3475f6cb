use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Outer {
    #[serde(alias = "width")]
    size: u32,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Schema, Serialize, Deserialize)]
struct Inner {
    width: u32,
}

fn main() {}
