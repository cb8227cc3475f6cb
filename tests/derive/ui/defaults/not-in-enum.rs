use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum("a", "b"), default = "c")]
    mode: String,
}

fn main() {}
