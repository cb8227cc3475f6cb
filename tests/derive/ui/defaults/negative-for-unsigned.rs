use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = -1)]
    size: u32,
}

fn main() {}
