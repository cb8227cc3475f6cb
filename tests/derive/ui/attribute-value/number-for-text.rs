use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = 1)]
    name: String,
}

fn main() {}
