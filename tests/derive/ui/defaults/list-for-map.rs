use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = [])]
    names: std::collections::BTreeMap<String, String>,
}

fn main() {}
