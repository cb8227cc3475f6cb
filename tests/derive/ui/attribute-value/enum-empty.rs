use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum())]
    mode: String,
}

fn main() {}
