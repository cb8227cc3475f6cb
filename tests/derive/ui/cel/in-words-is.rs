use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self is 'a'"))]
    field: String,
}

fn main() {}
