use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(descriptions = keep))]
    users: Vec<User>,
}

#[derive(Schema)]
struct User {
    name: String,
}

fn main() {}
