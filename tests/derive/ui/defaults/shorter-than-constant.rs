use crd_core::Schema;

const MOST: usize = 63;

#[derive(Schema)]
struct Spec {
    #[crd(min_length = MOST, default = "a")]
    field: String,
}

fn main() {}
