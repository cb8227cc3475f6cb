use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self > 'a'"))]
    size: u32,
}

fn main() {}
