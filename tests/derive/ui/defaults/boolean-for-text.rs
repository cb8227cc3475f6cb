use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = true)]
    name: String,
}

fn main() {}
