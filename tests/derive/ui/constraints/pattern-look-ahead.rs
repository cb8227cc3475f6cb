use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = "^a(?!b)")]
    name: String,
}

fn main() {}
