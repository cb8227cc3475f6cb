use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(format = "date-time")]
    field: i64,
}

fn main() {}
