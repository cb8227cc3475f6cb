use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(merge_strategy = ListMerge::Set)]
    field: std::collections::BTreeMap<String, String>,
}

fn main() {}
