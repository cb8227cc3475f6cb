use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(min_items = 1)]
    field: std::collections::BTreeMap<String, String>,
}

fn main() {}
