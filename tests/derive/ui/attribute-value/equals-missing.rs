use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version "v1", kind = "Database")]
struct DatabaseSpec {
    #[crd(minimum 1, maximum = 2)]
    size: u16,
    #[crd(list_type set)]
    names: Vec<String>,
    #[crd(format date-time)]
    at: String,
}

fn main() {}
