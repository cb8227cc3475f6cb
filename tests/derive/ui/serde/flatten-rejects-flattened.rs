use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(flatten)]
    mode: Mode,
    #[serde(flatten)]
    limits: Limits,
}

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    most: u32,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "mode")]
enum Mode {
    Fixed(Fixed),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixed {
    size: u32,
}

fn main() {}
