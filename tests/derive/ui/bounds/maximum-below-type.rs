use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(maximum = -1)]
    size: u8,
}

fn main() {}
