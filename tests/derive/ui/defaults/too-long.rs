use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(max_length = 3, default = "abcd")]
    name: String,
}

fn main() {}
