use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: String,
    #[crd(union)]
    path: String,
    #[crd(union)]
    url: Option<String>,
}

fn main() {}
