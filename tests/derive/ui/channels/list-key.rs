use crd_core::Schema;

crd_core::channels! { standard, experimental }

#[derive(Schema)]
struct Spec {
    #[crd(list_type = map, list_map_keys("name"))]
    ports: Vec<Port>,
}

#[derive(Schema)]
struct Port {
    #[crd(channel = experimental)]
    name: String,
}

fn main() {}
