use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = "^(a")]
    name: String,
}

fn main() {}
