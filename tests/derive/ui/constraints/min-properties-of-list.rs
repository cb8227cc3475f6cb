use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(min_properties = 3)]
    names: Vec<String>,
}

fn main() {}
