use crd_core::Schema;

const MOST: i64 = (1 << 53) + 1;

#[derive(Schema)]
struct Limits {
    #[crd(maximum = MOST)]
    bytes: i64,
}

fn main() {}
