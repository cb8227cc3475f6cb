use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.retention.keepLast > 1"))]
struct Spec {
    retention: Retention,
}

#[derive(Schema, Serialize, Deserialize)]
struct Retention {
    keep_last: u32,
}

fn main() {}
