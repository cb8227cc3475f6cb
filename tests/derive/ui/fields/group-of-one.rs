use crd_core::Schema;

#[derive(Schema)]
#[crd(at_least_one_of("host"))]
struct Spec {
    host: Option<String>,
}

fn main() {}
