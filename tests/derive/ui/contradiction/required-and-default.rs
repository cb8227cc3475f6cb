use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(required, default = 1)]
    size: u32,
}

fn main() {}
