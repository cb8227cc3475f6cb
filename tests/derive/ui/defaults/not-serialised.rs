use crd_core::Schema;

struct Names;

#[derive(Schema)]
struct Spec {
    #[crd(default = Names)]
    names: Vec<String>,
}

fn main() {}
