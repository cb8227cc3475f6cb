use crd_core::Schema;

#[derive(Schema)]
#[crd(crates(crd_cor = "crd_core"))]
struct Spec {
    size: u32,
}

fn main() {}
