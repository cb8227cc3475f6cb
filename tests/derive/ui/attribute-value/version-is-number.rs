use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = 1, kind = "Db")]
struct DbSpec {
    size: u32,
}

fn main() {}
