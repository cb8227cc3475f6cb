use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(maximum = 18446744073709551615)]
    size: u64,
    #[crd(maximum = 9223372036854775807)]
    other: i64,
}

fn main() {}
