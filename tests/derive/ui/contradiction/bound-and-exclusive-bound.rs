use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 1, exclusive_minimum = 2)]
    size: u32,
}

fn main() {}
