use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(list_type = map)]
    users: Vec<User>,
}

#[derive(Schema)]
struct User {
    name: String,
}

fn main() {}
