use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(map_type = atomic)]
    names: Vec<String>,
}

fn main() {}
