use crd_core::Schema;

const TEXT: &str = "a";

#[derive(Schema)]
struct Spec {
    #[crd(max_length = TEXT)]
    field: String,
}

fn main() {}
