use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[serde(skip_deserializing)]
    computed: u32,
    #[serde(flatten)]
    mode: Mode,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "mode", deny_unknown_fields)]
enum Mode {
    Fixed { size: u32 },
    Ranged { least: u32 },
}

fn main() {}
