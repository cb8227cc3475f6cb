use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(min_items = 10, max_items = 5)]
    names: Vec<String>,
}

fn main() {}
