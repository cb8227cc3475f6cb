use crd_core::Schema;

const LEAST: i32 = 1;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = LEAST, exclusive_minimum = 3)]
    field: i32,
}

fn main() {}
