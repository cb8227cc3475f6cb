use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(unchecked(maxlength = 3))]
    size: u8,
}

fn main() {}
