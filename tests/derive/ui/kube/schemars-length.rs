use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(length(min = 1))]
    field: String,
}

fn main() {}
