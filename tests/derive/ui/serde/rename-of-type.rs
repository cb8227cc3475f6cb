use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.minSize < 9"))]
#[serde(rename = "camelCase")]
struct Spec {
    min_size: u32,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_variants = "camelCase")]
enum Trigger {
    Cron { schedule: String },
    Manual,
}

fn main() {}
