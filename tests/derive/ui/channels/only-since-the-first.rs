use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Spec {
    #[crd(max_items = 16, only(channel = standard, max_items = 8))]
    ports: Vec<u16>,
    #[crd(max_items = 16, only(channel = standard, feature_gate = "Few", max_items = 8))]
    names: Vec<u16>,
    #[crd(channel = standard)]
    size: Option<u32>,
}

fn main() {}
