use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(pattern = "^a")]
    names: Vec<String>,
}

fn main() {}
