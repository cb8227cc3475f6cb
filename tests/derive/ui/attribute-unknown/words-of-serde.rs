use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(alias = "b")]
    field0: String,
    #[crd(skip_serializing_if = "Option::is_none")]
    field1: Option<String>,
    #[crd(flatten)]
    field2: String,
    #[crd(transparent)]
    field3: String,
}

fn main() {}
