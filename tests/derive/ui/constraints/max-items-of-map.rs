use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(max_items = 3)]
    names: std::collections::BTreeMap<String, String>,
}

fn main() {}
