use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    call: fn(),
}

fn main() {}
