use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
struct Spec {
    #[crd(default = 3)]
    #[serde(alias = "count")]
    size: u32,
}

fn main() {}
