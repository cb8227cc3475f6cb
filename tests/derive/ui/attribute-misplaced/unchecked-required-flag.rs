use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(unchecked(required))]
    size: u8,
}

fn main() {}
