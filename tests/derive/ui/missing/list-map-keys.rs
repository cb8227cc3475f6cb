use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = map)]
    users: Vec<String>,
}

fn main() {}
