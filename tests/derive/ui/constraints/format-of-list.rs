use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(format = "date")]
    names: Vec<String>,
}

fn main() {}
