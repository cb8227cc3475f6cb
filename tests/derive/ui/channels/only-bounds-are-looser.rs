use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Spec {
    #[crd(max_items = 8, only(before = experimental, max_items = 16))]
    ports: Vec<u16>,
    #[crd(minimum = 1, only(channel = experimental, exclusive_minimum = 1))]
    size: u32,
    #[crd(exclusive_minimum = 1, only(channel = experimental, minimum = 1))]
    weight: u32,
    #[crd(items(max_length = 9), only(channel = experimental, items(max_length = 9)))]
    names: Vec<String>,
}

fn main() {}
