use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec<'a> {
    size: &'a u32,
}

fn main() {}
