use crd_core::Schema;

#[derive(Schema)]
#[crd(feature_gates("Mirror", "Retries"))]
struct Spec {
    #[crd(feature_gate = "Mirror")]
    mirror: Option<String>,
}

fn main() {}
