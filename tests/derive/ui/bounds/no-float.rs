use crd_core::Schema;

#[derive(Schema)]
struct Limits {
    #[crd(maximum = 9007199254740993)]
    bytes: i64,
    #[crd(maximum = 1e400)]
    ratio: f64,
}

fn main() {}
