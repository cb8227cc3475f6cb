use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 10, maximum = 5)]
    size: u32,
}

fn main() {}
