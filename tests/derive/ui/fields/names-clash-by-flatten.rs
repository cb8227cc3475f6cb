use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
struct Spec {
    size: u32,
    #[serde(flatten)]
    storage: Storage,
}

#[derive(Schema, serde::Serialize)]
struct Storage {
    class: String,
    size: u32,
}

fn main() {}
