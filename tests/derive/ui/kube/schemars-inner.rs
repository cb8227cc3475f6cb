use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(inner(length(min = 1)))]
    field: Vec<String>,
}

fn main() {}
