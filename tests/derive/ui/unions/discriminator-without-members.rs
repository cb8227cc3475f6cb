use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: String,
    path: Option<String>,
}

fn main() {}
