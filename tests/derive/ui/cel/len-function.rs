use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("len(self) > 1"))]
    field: String,
}

fn main() {}
