//! A discriminator of one version with a value that the other version cannot say.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source, added("http"))]
    #[crd(when("kind", case("Git", "location", to = "git")))]
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
        pub http: Option<String>,
    }
}

fn main() {}
