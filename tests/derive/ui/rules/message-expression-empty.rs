use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", message_expression = ""))]
struct Spec {
    size: u32,
}

fn main() {}
