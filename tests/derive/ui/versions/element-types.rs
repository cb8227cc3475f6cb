//! Fields that are not a value of an element.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct OtherType {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Ready", value = "status"))]
        pub ready: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct NoObject {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Ready"))]
        pub ready: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Status)]
    pub struct Required {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Ready", value = "status"))]
        pub ready: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Strict)]
    pub struct RequiredBeside {
        #[crd(next(path = "conditions", keyed_by = "name", element = "Ready", value = "status"))]
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
