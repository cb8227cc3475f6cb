use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    since: std::time::Instant,
}

fn main() {}
