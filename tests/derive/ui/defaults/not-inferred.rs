use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = Default::default())]
    names: Vec<String>,
}

fn main() {}
