use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(one_of((rule("self > 1"))))]
    size: u32,
}

fn main() {}
