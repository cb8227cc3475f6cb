use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = 1, no_default)]
    size: u8,
}

fn main() {}
