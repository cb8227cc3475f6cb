use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    pair: (String, u32),
}

fn main() {}
