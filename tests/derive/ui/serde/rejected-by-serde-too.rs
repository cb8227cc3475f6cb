//! Attributes that serde rejects, without errors that follow from the missing traits.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Sailing")]
struct SailingSpec {
    #[serde(nullable)]
    ship: Option<String>,
    #[serde(max_length = 3)]
    code: String,
    call: Call,
    berth: Berth,
    cargo: Cargo,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
struct Call {
    #[crd(min_length = 3)]
    code: String,
    stay: u8,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
struct Berth {
    quay: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(content = "value")]
enum Cargo {
    Bulk(Berth),
    Livestock(Berth),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "SNAKE_CASE")]
enum Class {
    DayTrip,
}

fn main() {}
