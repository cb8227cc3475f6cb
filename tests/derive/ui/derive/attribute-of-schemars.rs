use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[schemars(length(min = 1))]
    name: String,
}

fn main() {}
