use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(apiGroup = "example.com", apiVersion = "example.com/v1", knd = "Db")]
struct DbSpec {
    size: u32,
}

fn size(db: &Db) -> u32 {
    db.spec.size
}

fn main() {}
