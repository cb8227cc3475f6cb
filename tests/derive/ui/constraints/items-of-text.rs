use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(max_length = 3))]
    name: String,
}

fn main() {}
