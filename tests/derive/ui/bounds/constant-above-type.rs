use crd_core::Schema;

const MOST: usize = 63;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = MOST * 1000)]
    field: u8,
}

fn main() {}
