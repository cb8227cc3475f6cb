mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec, moved("users[].group", to = "group"))]
    pub struct Spec {
        users: Option<Vec<User>>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::User)]
    pub struct User {
        name: String,
        #[crd(next(dropped))]
        group: Option<String>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        users: Option<Vec<User>>,
        group: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct User {
        name: String,
    }
}

fn main() {}
