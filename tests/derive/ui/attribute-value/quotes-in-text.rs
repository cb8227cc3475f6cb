use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec {
    #[crd(rule("self != "" && self != 'b'"))]
    name: String,
    #[crd(title = "the "first" size")]
    size: u16,
    #[crd(enum("a" "b"))]
    mode: String,
    #[crd(max_length = 80 characters)]
    text: String,
}

fn main() {}
