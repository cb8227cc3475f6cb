use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = set, merge_strategy = ListMerge::Set)]
    field: Vec<String>,
}

fn main() {}
