use crd_core::Schema;

#[derive(Schema)]
#[crd]
struct Spec {
    size: u32,
}

fn main() {}
