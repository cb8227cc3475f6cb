use crd_core::Schema;

crd_core::channels! { experimental: alpha, standard }

#[derive(Schema)]
struct Spec {
    #[crd(max_items = 16, only(before = experimental, max_items = 8))]
    ports: Vec<u16>,
}

fn main() {}
