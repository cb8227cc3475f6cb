use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(at("name"))]
    size: Part,
}

#[derive(Schema)]
struct Part {
    name: String,
}

fn main() {}
