use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum("a", "b", "a"))]
    mode: String,
}

fn main() {}
