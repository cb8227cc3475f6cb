use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
struct Spec {
    #[serde(flatten)]
    one: One,
    #[serde(flatten)]
    two: Two,
}

#[derive(Schema, serde::Serialize)]
struct One {
    size: u32,
}

#[derive(Schema, serde::Serialize)]
struct Two {
    size: u32,
}

fn main() {}
