//! Names that do not exist in either version: the message says which do.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("env", "tide"))]
    pub struct FromTheRoot {
        #[crd(next(path = "spec.ship.name"))]
        vessel: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec, added("ship", "tide"))]
    pub struct ByKey {
        #[crd(next(keyed_by = "identifier", value = "value"))]
        env: Vec<Variable>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Variable {
        name: String,
        value: String,
    }

    // `HighWater` is the name of the next version.
    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Tide, variant("Slack", falls_back = "HighWater"))]
    pub enum Tide {
        #[crd(next(rename = "HighWater"))]
        Full,
        LowWater,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Tide, variant("Standing", falls_back = "LowWater"))]
    pub enum Added {
        HighWater,
        LowWater,
        Slack,
    }
}

mod v2 {
    use std::collections::BTreeMap;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        ship: Option<Ship>,
        env: Option<BTreeMap<String, String>>,
        tide: Option<Tide>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Ship {
        name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Tide {
        HighWater,
        LowWater,
        Slack,
    }
}

fn main() {}
