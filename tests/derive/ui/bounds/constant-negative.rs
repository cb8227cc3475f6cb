use crd_core::Schema;

const NEGATIVE: i32 = -1;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = NEGATIVE)]
    field: String,
}

fn main() {}
