use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = 3)]
    size: u32,
}

fn main() {}
