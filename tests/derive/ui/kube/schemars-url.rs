use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(url)]
    field: String,
}

fn main() {}
