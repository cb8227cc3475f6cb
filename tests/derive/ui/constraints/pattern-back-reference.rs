use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = r"(a)\1")]
    name: String,
}

fn main() {}
