use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", reason = "Invalid"))]
struct Spec {
    size: u32,
}

fn main() {}
