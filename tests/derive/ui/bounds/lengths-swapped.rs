use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(min_length = 10, max_length = 5)]
    name: String,
}

fn main() {}
