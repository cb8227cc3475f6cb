use crd_core::Schema;

#[derive(Schema)]
#[crd(descriptions = drop)]
struct Spec {
    size: u32,
}

fn main() {}
