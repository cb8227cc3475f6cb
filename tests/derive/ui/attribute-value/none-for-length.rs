use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = None)]
    field: String,
}

fn main() {}
