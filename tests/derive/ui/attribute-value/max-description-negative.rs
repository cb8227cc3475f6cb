use crd_core::Schema;

#[derive(Schema)]
#[crd(max_description = -1)]
struct Spec {
    size: u32,
}

fn main() {}
