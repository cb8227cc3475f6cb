use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(list_type = map, list_map_keys("nme")))]
    teams: Vec<Vec<User>>,
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
