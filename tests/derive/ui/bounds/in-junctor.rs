use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(any_of((minimum = 10, maximum = 5)))]
    size: u32,
}

fn main() {}
