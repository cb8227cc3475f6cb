use crd_core::Schema;

#[derive(Schema)]
#[crd(exactly_one_of("host", "paht"))]
struct Spec {
    host: Option<String>,
    path: Option<String>,
}

fn main() {}
