use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(contains(pattern = "a"))]
    field: String,
}

fn main() {}
