use crd_core::Schema;

const MOST: i32 = 63;

#[derive(Schema)]
struct Spec {
    #[crd(maximum = MOST, maximum = MOST)]
    field: i32,
}

fn main() {}
