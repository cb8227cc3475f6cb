use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(deprecated)]
    field: String,
}

fn main() {}
