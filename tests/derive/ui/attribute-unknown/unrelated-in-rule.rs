use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self != ''", severity = "high"))]
    field: String,
}

fn main() {}
