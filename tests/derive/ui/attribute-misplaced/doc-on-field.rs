use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(doc = "the name")]
    field: String,
}

fn main() {}
