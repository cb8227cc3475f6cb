use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(group = "example.com")]
    size: u32,
}

fn main() {}
