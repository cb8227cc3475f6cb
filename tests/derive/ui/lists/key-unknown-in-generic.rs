use crd_core::Schema;

#[derive(Schema)]
struct Page<T> {
    #[crd(list_type = map, list_map_keys("nme"))]
    items: Vec<T>,
}

#[derive(Schema)]
struct Spec {
    users: Page<User>,
}

#[derive(Schema)]
struct User {
    name: String,
}

const SHAPE: crd_core::Shape = <Spec as Schema>::SHAPE;

fn main() {}
