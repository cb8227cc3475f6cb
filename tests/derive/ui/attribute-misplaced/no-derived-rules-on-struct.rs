use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(no_derived_rules)]
struct Disk {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(no_derived_rules)]
#[serde(tag = "type")]
enum Place {
    Disk(Disk),
}

fn main() {}
