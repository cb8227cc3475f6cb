use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.host != ''", message_expression = "'not ' + self.mirror"))]
struct Spec {
    host: String,
    #[crd(feature_gate = "Mirror")]
    mirror: String,
}

fn main() {}
