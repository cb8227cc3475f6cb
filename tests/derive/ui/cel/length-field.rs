use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self.length > 1"))]
    field: String,
}

fn main() {}
