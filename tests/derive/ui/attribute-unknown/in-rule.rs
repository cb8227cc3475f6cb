use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", mesage = "too small"))]
struct Spec {
    size: u32,
}

fn main() {}
