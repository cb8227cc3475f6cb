use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule(Rule::new("self.low < self.high").message("too low").field_paths(".low")))]
struct Limits {
    low: u32,
    high: u32,
}

fn main() {}
