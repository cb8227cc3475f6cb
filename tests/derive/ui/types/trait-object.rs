use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    any: Box<dyn std::fmt::Debug>,
}

fn main() {}
