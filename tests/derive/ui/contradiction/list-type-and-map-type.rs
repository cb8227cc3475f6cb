use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = atomic, map_type = atomic)]
    tags: Vec<String>,
}

fn main() {}
