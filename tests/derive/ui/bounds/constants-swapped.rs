use crd_core::Schema;

const MOST: usize = 63;

#[derive(Schema)]
struct Spec {
    #[crd(min_length = MOST, max_length = 3)]
    field: String,
}

fn main() {}
