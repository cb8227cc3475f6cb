use crd_core::Schema;

#[derive(Schema)]
#[crd(feature_gates("Mirror"))]
struct Spec {
    #[crd(feature_gate = "Miror")]
    mirror: Option<String>,
}

fn main() {}
