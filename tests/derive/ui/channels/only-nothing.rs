use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(only(maximum = 10))]
    width: Option<u32>,
}

fn main() {}
