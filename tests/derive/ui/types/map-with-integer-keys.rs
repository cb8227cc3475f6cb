use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    names: std::collections::BTreeMap<u32, String>,
}

fn main() {}
