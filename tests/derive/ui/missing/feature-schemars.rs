use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(schemars)]
    other: Other,
}

struct Other;

fn main() {}
