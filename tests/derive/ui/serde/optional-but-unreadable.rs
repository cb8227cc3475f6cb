use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(optional)]
    size: u32,
}

fn main() {}
