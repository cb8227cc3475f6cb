use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(inline)]
    field: String,
}

fn main() {}
