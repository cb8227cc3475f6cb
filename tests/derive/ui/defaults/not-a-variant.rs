use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = "Fats")]
    mode: Mode,
}

#[derive(Schema)]
enum Mode {
    Fast,
    Safe,
}

fn main() {}
