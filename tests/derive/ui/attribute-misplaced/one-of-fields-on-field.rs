use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(exactly_one_of("a", "b"))]
    size: u32,
}

fn main() {}
