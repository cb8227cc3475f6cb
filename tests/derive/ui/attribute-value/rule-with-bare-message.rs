use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self != ''", "must be set"))]
    field: String,
}

fn main() {}
