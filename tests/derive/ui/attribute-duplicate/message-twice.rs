use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", message = "a", message = "b"))]
struct Spec {
    size: u32,
}

fn main() {}
