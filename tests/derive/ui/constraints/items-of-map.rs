use crd_core::Schema;
use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(items(max_length = 3))]
    labels: BTreeMap<String, String>,
}

fn main() {}
