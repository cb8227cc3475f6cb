use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(format = "date-time")]
    field: Vec<String>,
}

fn main() {}
