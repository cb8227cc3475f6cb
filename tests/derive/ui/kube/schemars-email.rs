use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(email)]
    field: String,
}

fn main() {}
