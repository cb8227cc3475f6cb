use std::collections::BTreeMap;

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    name: String,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

fn main() {}
