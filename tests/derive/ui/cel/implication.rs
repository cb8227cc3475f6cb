use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self == 'a' => self != 'b'"))]
    field: String,
}

fn main() {}
