use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    inner: Inner,
}

struct Inner;

fn main() {}
