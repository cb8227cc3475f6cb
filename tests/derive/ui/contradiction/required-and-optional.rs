use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(required, optional)]
    size: u32,
}

fn main() {}
