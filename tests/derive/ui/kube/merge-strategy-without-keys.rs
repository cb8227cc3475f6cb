use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(merge_strategy = ListMerge::Map(vec![]))]
    field: Vec<String>,
}

fn main() {}
