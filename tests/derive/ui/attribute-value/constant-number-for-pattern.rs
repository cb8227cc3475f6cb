use crd_core::Schema;

const MOST: usize = 63;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = MOST)]
    field: String,
}

fn main() {}
