use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Volume {
    r#type: String,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Storage {
    Empty,
    Host {
        #[serde(flatten)]
        volume: Volume,
        path: String,
    },
}

fn main() {}
