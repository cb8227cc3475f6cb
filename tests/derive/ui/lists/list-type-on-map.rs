use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = set)]
    names: std::collections::BTreeMap<String, String>,
}

fn main() {}
