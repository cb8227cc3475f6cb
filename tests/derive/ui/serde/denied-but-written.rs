use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    #[serde(skip_deserializing)]
    computed: u32,
}

fn main() {}
