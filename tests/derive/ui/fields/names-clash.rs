use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
struct Spec {
    #[serde(rename = "size")]
    capacity: u32,
    size: u32,
}

fn main() {}
