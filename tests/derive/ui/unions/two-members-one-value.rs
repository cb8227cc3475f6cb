use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: String,
    #[crd(union = "Path")]
    path: Option<String>,
    #[crd(union = "Path")]
    url: Option<String>,
}

fn main() {}
