use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: u32,
    #[crd(union)]
    path: Option<String>,
}

fn main() {}
