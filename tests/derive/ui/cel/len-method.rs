use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self.len() > 1"))]
    field: String,
}

fn main() {}
