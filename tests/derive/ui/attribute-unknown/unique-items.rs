use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(unique_items)]
    tags: Vec<String>,
}

fn main() {}
