use crd_core::Schema;

#[derive(Schema)]
struct Limits {
    #[crd(maximum = 1.5)]
    share: i32,
    #[crd(multiple_of = 0.5)]
    step: u16,
}

fn main() {}
