use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(minimum = 10, maximum = 5))]
    sizes: Vec<u32>,
}

fn main() {}
