use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Rollout {
    Name(String),
    Gradual { percent: u8 },
    Cohort { cohort: String },
}

fn main() {}
