use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(unchecked)]
    size: u8,
}

fn main() {}
