use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = -1)]
    name: String,
}

fn main() {}
