use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = sets)]
    tags: Vec<String>,
}

fn main() {}
