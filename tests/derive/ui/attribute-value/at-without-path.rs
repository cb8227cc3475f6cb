use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(at(map_type = atomic))]
    size: Part,
}

#[derive(Schema)]
struct Part {
    name: String,
}

fn main() {}
