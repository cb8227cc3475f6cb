use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(descriptions = keep)]
    other: Other,
}

#[derive(Schema)]
struct Other {
    size: u32,
}

fn main() {}
