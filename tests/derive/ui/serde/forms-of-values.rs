use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[serde(rename_all("camelCase"))]
struct DatabaseSpec {
    #[serde(skip_serializing = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if_none)]
    size: Option<u16>,
    mode: Mode,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tagg = "kind")]
enum Mode {
    Fast {},
}

fn main() {}
