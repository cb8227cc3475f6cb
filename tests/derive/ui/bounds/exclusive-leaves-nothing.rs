use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 5, maximum = 5, exclusive_maximum)]
    size: u32,
}

fn main() {}
