use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
struct Spec {
    #[serde(flatten)]
    size: u32,
}

fn main() {}
