use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = null)]
    size: u32,
}

fn main() {}
