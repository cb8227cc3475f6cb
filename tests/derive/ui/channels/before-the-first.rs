use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Spec {
    #[crd(max_items = 16, only(before = standard, max_items = 8))]
    ports: Vec<u16>,
}

fn main() {}
