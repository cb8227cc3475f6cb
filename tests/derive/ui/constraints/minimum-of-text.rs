use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 3)]
    name: String,
}

fn main() {}
