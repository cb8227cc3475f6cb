use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", name = "Db")]
struct DbSpec {
    #[crd(name = "diskSize")]
    size: u32,
}

fn kind(db: &Db) -> u32 {
    db.spec.size
}

fn main() {}
