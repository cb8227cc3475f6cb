use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(maximum = 5, default = 6)]
    size: u32,
}

fn main() {}
