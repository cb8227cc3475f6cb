use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Limits {
    #[crd(rule = "self > 1", message = "must be above 1")]
    replicas: u32,
    #[crd(lifecycle = project = "example", min_version = "v1.2", status = alpha)]
    shards: u32,
}

fn main() {}
