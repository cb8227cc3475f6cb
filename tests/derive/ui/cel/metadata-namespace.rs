use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com", version = "v1", kind = "Db", namespaced,
    root_rule("self.metadata.namespace != 'default'")
)]
struct DbSpec {
    size: u32,
}

fn main() {}
