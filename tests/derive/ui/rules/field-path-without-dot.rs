use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.size > 0", field_path = "size"))]
#[crd(rule("self.size > 1", field_path = "self.size"))]
struct Spec {
    size: u32,
}

fn main() {}
