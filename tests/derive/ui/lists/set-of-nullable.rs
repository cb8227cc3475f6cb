use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = set)]
    names: Vec<Option<String>>,
}

fn main() {}
