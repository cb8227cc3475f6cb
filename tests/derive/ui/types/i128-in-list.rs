use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    sizes: Vec<i128>,
}

fn main() {}
