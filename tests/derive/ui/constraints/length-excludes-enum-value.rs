use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
enum Mode {
    On,
    Automatic,
}

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(max_length = 3)]
    mode: Mode,
    #[crd(min_length = 3)]
    fallback: Option<Mode>,
}

fn main() {}
