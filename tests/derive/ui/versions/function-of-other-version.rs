mod v1 {
    use std::collections::BTreeMap;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema)]
    #[crd(next = v2::Spec)]
    pub struct Spec {
        #[crd(next(up = listed, down = by_name))]
        users: BTreeMap<String, User>,
        #[crd(next(up = renamed, down = named))]
        owner: Option<User>,
        #[crd(next(up = all, down = none))]
        guests: Option<Vec<User>>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::User)]
    pub struct User {
        #[crd(next(rename = "label"))]
        name: String,
    }

    fn listed(users: BTreeMap<String, User>) -> Vec<User> {
        users.into_values().collect()
    }

    fn by_name(users: Vec<v2::User>) -> BTreeMap<String, User> {
        let user = |user: v2::User| (user.label.clone(), User { name: user.label });
        users.into_iter().map(user).collect()
    }

    fn renamed(owner: User) -> v2::User {
        v2::User { label: owner.name }
    }

    fn named(owner: v2::User) -> User {
        User { name: owner.label }
    }

    fn all(guests: Vec<User>) -> Vec<v2::User> {
        guests.into_iter().map(renamed).collect()
    }

    fn none(_: Vec<User>) -> Vec<User> {
        Vec::new()
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema)]
    pub struct Spec {
        users: Vec<User>,
        owner: Option<User>,
        guests: Option<Vec<User>>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct User {
        pub label: String,
    }
}

fn main() {}
