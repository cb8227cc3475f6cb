use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Database")]
#[crd(also("v1beta1"), also("v1beta1", served = false), also("v1"))]
struct DatabaseSpec {
    host: String,
}

fn main() {}
