//! Lists in brackets for attributes that are repeated, and a kind that is no name of a type.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "my-db", shortname = ["db", "dbs"], category = ["all"])]
struct DbSpec {
    replicas: i32,
}

fn main() {}
