use crd_core::Union;

#[derive(Union)]
struct Storage {
    path: String,
}

fn main() {}
