use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self != '' and self != 'a'"))]
    field: String,
}

fn main() {}
