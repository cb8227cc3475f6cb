use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(ip)]
    field: String,
}

fn main() {}
