use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum(1, 2))]
    size: String,
}

fn main() {}
