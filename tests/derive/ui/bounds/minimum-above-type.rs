use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 300)]
    size: u8,
}

fn main() {}
