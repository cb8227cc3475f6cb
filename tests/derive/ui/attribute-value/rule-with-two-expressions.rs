use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self != ''", "size(self) < 9"))]
    field: String,
}

fn main() {}
