use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(not(nullable))]
    size: u32,
}

fn main() {}
