use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = map, list_map_keys("name"))]
    names: Vec<String>,
}

fn main() {}
