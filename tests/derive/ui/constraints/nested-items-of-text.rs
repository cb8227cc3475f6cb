use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(items(max_length = 3)))]
    names: Vec<String>,
}

fn main() {}
