use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    pointer: *const u32,
}

fn main() {}
