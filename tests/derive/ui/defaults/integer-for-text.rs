use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = 1)]
    name: String,
}

fn main() {}
