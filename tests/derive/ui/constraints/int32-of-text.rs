use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(format = "int32")]
    field: String,
}

fn main() {}
