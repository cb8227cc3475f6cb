use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = [1, 300])]
    sizes: Vec<u8>,
}

fn main() {}
