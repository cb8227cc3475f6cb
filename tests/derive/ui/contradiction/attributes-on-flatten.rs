use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
struct Spec {
    #[serde(flatten)]
    #[crd(minimum = 1)]
    rest: std::collections::BTreeMap<String, u32>,
}

fn main() {}
