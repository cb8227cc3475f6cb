use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    size: u128,
}

fn main() {}
