use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = none)]
    field: Option<String>,
}

fn main() {}
