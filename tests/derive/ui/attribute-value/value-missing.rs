use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum =)]
    size: u32,
}

fn main() {}
