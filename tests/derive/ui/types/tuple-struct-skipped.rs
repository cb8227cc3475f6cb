use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Nothing(#[serde(skip)] u32);

fn main() {}
