use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(transform = remove_format)]
    field: String,
}

fn main() {}
