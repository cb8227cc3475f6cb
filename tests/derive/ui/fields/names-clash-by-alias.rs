use crd_core::Schema;

#[derive(Schema, serde::Deserialize)]
struct Spec {
    #[serde(alias = "size")]
    capacity: u32,
    size: u32,
}

fn main() {}
