use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(merge_strategy = ListMerge::Granular)]
    field: Vec<String>,
}

fn main() {}
