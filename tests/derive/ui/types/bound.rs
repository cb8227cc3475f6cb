use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    end: std::ops::Bound<u32>,
}

fn main() {}
