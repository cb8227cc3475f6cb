use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(max_lenght = 63))]
    tags: Vec<String>,
}

fn main() {}
