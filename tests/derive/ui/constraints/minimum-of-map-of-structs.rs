use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Line {
    #[crd(values(minimum = 1))]
    fares: BTreeMap<String, Fare>,
    #[crd(maximum = 9)]
    fare: Fare,
}

#[derive(Schema, Serialize, Deserialize)]
struct Fare {
    cents: u32,
}

fn main() {}
