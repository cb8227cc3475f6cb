use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = map, list_map_keys("name", "zone"))]
    users: Vec<User>,
}

#[derive(Schema)]
struct User {
    name: String,
    nick: Option<String>,
    home: Home,
}

#[derive(Schema)]
struct Home {
    path: String,
}

fn main() {}
