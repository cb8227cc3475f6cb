//! Choices without a discriminator, a case, or a field.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source, when(case("Git", "location", to = "git")))]
    pub struct Source {
        pub kind: Option<Kind>,
        pub location: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source, when("kind"))]
    pub struct WithoutCases {
        pub kind: Option<Kind>,
        pub location: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source, when("kind", case("Git", to = "git")))]
    pub struct WithoutField {
        pub kind: Option<Kind>,
        pub location: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source, when("kind", case("Git", "location", to = "git"), case("Git", "location", to = "http")))]
    pub struct Twice {
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
