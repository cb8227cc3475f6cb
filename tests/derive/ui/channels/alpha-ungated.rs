use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec {
    #[crd(lifecycle(min_version = "v1.30", status = alpha))]
    width: Option<u32>,
}

fn main() {}
