//! A discriminator that is not a string.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source)]
    #[crd(when("kind", case("1", "location", to = "git"), case("2", "location", to = "http")))]
    pub struct Source {
        pub kind: Option<u8>,
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
        pub http: Option<String>,
    }
}

fn main() {}
