use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(extend("x-kubernetes-preserve-unknown-fields" = true))]
    field: String,
}

fn main() {}
