use crd_core::Schema;

const MOST: usize = 63;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = MOST)]
    field: i32,
}

fn main() {}
