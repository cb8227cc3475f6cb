use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outer {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Schema, Serialize, Deserialize)]
struct Inner {
    size: u32,
}

fn main() {}
