//! Lists that become no maps.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct Misspelt {
        #[crd(next(keyed_by = "nmae", value = "value"))]
        pub parameters: Vec<Parameter>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct WithoutValue {
        #[crd(next(keyed_by = "name"))]
        pub parameters: Vec<Parameter>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct MisspeltValue {
        #[crd(next(keyed_by = "name", value = "vaule"))]
        pub parameters: Vec<Parameter>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct WithoutMapping {
        pub parameters: Vec<Parameter>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct MoreThanTheValue {
        #[crd(next(keyed_by = "name", value = "value"))]
        pub parameters: Vec<Described>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct NumberAsKey {
        #[crd(next(keyed_by = "id", value = "value"))]
        pub parameters: Vec<Numbered>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::ByName)]
    pub struct NoList {
        #[crd(next(keyed_by = "name", value = "value"))]
        pub parameters: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Parameter {
        pub name: String,
        pub value: String,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Described {
        pub name: String,
        pub value: String,
        pub description: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Numbered {
        pub id: u32,
        pub value: String,
    }
}

mod v2 {
    use std::collections::BTreeMap;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct ByName {
        pub parameters: BTreeMap<String, String>,
    }
}

fn main() {}
