use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(with = "String")]
    field: String,
}

fn main() {}
