use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(exclusive_minimum = 2, minimum = 1)]
    size: u32,
}

fn main() {}
