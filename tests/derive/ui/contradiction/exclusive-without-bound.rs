use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(exclusive_minimum)]
    size: u32,
}

fn main() {}
