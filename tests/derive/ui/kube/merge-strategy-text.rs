use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(merge_strategy = "atomic")]
    field: Vec<String>,
}

fn main() {}
