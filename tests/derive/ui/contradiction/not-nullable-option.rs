use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(nullable = false)]
    size: Option<u32>,
}

fn main() {}
