use crd_core::Schema;
use serde::Deserialize;

#[derive(Schema, Deserialize)]
struct Template {
    #[crd(embedded_resource)]
    object: Object,
    #[crd(embedded_resource)]
    whole: Whole,
}

#[derive(Schema, Deserialize)]
struct Object {
    size: u16,
}

#[derive(Schema, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Whole {
    api_version: String,
    kind: String,
    size: u16,
}

fn main() {}
