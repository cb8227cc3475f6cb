use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(discriminator)]
    kind: Kind,
    #[crd(union)]
    path: Option<String>,
    #[crd(union)]
    url: Option<String>,
}

#[derive(Schema)]
enum Kind {
    Path,
    Uri,
}

fn main() {}
