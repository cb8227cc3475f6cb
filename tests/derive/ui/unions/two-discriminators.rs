use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: String,
    #[crd(discriminator)]
    other: String,
    #[crd(union)]
    path: Option<String>,
}

fn main() {}
