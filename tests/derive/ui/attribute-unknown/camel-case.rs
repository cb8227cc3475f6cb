use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(maxItems = 3)]
    users: Vec<String>,
}

fn main() {}
