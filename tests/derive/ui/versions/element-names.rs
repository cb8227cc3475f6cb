//! Elements of lists that are not there.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct Misspelt {
        #[crd(next(path = "conditions", keyed_by = "nmae", element = "Ready", value = "status"))]
        pub ready: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct NoSuchElement {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Raedy", value = "status"))]
        pub ready: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct NoText {
        #[crd(next(path = "conditions", keyed_by = "number", element = "Ready", value = "status"))]
        pub ready: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct NoSuchValue {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Ready", value = "state"))]
        pub ready: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct WithoutKey {
        #[crd(next(path = "conditions", element = "Ready", value = "status"))]
        pub ready: Option<String>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Status {
        #[serde(default)]
        pub conditions: Vec<Condition>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Condition {
        pub name: Option<Name>,
        pub number: Option<u8>,
        pub status: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Name {
        Ready,
        Healthy,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Strict {
        #[serde(default)]
        pub conditions: Vec<StrictCondition>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct StrictCondition {
        pub name: String,
        pub status: Option<String>,
        pub reason: String,
    }
}

fn main() {}
