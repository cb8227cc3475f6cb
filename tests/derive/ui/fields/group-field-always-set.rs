use crd_core::Schema;

#[derive(Schema)]
#[crd(at_most_one_of("host", "path"))]
struct Spec {
    host: Option<String>,
    path: String,
}

fn main() {}
