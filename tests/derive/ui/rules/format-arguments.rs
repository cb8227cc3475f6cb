use crd_core::Schema;
use serde::{Deserialize, Serialize};

const MIN: u32 = 3;

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.cents > {}", MIN))]
struct Fare {
    cents: u32,
}

fn main() {}
