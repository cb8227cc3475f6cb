//! A chosen field that is required, though other values do not set it.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source)]
    #[crd(when("kind", case("Git", "location", to = "git"), case("Http", "location", to = "http")))]
    pub struct Source {
        pub kind: Option<Kind>,
        pub location: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Kind {
        Git,
        Http,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Source {
        pub git: Option<String>,
        pub http: String,
    }
}

fn main() {}
