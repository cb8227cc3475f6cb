use crd_core::Schema;

const NEGATIVE: i32 = -1;

#[derive(Schema)]
struct Spec {
    #[crd(any_of(max_length = NEGATIVE, min_length = 3))]
    field: String,
}

fn main() {}
