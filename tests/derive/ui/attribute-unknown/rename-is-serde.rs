use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rename = "capacity")]
    size: u32,
}

fn main() {}
