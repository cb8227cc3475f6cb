//! Two fields that become one: one of both values would be lost.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("storage"))]
    pub struct TwoRenames {
        #[crd(next(rename = "size"))]
        megabytes: Option<i64>,
        #[crd(next(rename = "size"))]
        capacity: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("storage"))]
    pub struct OntoOneThatStays {
        size: Option<i64>,
        #[crd(next(rename = "size"))]
        capacity: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("size"))]
    pub struct IntoAnObjectThatStays {
        storage: Option<v2::Storage>,
        #[crd(next(path = "storage.class"))]
        class: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("size", "storage.class"))]
    pub struct AddedThoughItStays {
        size: Option<i64>,
        storage: Option<v2::Storage>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("storage"), added("size", "size"))]
    pub struct AddedTwice {}

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Address)]
    pub struct PartThatStays {
        port: Option<i64>,
        #[crd(next(into("host", "port"), up = split, down = join))]
        address: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Address, moved("place", to = "host"))]
    pub struct TakenTwice {
        #[crd(next(into("host", "port"), up = split, down = join))]
        place: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("size"), moved("class", to = "storage.class"))]
    pub struct PathAndObject {
        class: Option<String>,
        #[crd(next(rename = "storage"))]
        disk: Option<v2::Storage>,
    }

    fn split(address: String) -> Option<(Option<String>, Option<i64>)> {
        Some((Some(address), None))
    }

    fn join(host: Option<String>, _port: Option<i64>) -> Option<String> {
        host
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        size: Option<i64>,
        storage: Option<Storage>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Storage {
        class: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Address {
        host: Option<String>,
        port: Option<i64>,
    }
}

fn main() {}
