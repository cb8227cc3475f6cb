use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Spec {
    max_size: u32,
    #[serde(rename = "maxSize")]
    maximum: u32,
}

fn main() {}
