use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Mode {
    On {
        #[serde(flatten)]
        levels: std::collections::BTreeMap<String, u32>,
    },
    Off,
}

fn main() {}
