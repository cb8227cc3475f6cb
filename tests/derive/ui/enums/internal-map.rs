use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    Map(std::collections::BTreeMap<String, u32>),
    Off,
}

fn main() {}
