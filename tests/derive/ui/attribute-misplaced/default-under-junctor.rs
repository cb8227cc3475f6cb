use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(any_of((minimum = 1, default = 3)))]
    size: u32,
}

fn main() {}
