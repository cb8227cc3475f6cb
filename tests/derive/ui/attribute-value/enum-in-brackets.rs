use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(enum = ["eu", "us"])]
    region: String,
}

fn main() {}
