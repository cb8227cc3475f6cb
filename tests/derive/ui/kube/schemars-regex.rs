use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(regex(pattern = "^a"))]
    field: String,
}

fn main() {}
