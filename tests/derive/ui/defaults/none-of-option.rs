use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = None)]
    field: Option<String>,
}

fn main() {}
