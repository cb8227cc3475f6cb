use crd_core::Schema;

#[derive(Schema)]
#[crd(rule(""))]
struct Spec {
    size: u32,
}

fn main() {}
