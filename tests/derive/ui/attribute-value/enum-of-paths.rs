use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum(A, B))]
    mode: String,
}

fn main() {}
