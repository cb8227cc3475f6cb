use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    inner: Vec<Inner>,
}

struct Inner;

fn main() {}
