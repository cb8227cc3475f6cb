use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(range(min = 1))]
    size: u32,
}

fn main() {}
