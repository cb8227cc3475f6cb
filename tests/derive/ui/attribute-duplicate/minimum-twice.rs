use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 1, minimum = 2)]
    size: u32,
}

fn main() {}
