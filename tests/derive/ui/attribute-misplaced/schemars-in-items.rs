use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(schemars))]
    sizes: Vec<u8>,
}

fn main() {}
