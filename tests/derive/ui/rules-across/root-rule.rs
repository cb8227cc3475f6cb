use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com", version = "v1", kind = "Db", status = DbStatus,
    root_rule("self.metadata.name.size() < 10 && self.spec.sise > 1"),
    root_rule("self.status.phase > 2")
)]
struct DbSpec {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    phase: String,
}

fn main() {}
