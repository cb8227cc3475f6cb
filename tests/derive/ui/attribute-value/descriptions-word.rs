use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(descriptions = kept)]
    size: u32,
}

fn main() {}
