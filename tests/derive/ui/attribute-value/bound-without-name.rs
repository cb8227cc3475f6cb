use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(bound = "T Schema")]
struct Limited<T> {
    soft: T,
}

fn main() {}
