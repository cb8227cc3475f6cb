use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(multiple_of = 0)]
    size: u32,
}

fn main() {}
