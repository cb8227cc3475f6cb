use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Server")]
struct ServerSpec {
    #[crd(selectable)]
    names: Vec<String>,
    #[crd(selectable)]
    part: Part,
    #[crd(selectable)]
    zone: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    size: u16,
}

fn main() {}
