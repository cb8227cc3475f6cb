use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self == '' or self == 'a'"))]
    field: String,
}

fn main() {}
