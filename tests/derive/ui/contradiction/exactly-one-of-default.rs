use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(exactly_one_of("segment", "percent"))]
struct OfSerde {
    segment: Option<String>,
    #[serde(default)]
    percent: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(at_most_one_of("segment", "percent"))]
struct OfTheServer {
    segment: Option<String>,
    #[crd(default = 3)]
    percent: Option<u8>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(exactly_one_of("segment", "percent"))]
struct Skipped {
    segment: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    percent: Vec<u8>,
}

fn main() {}
