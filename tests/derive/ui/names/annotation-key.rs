use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Widget")]
#[crd(annotation("a/b/c", "any text at all"))]
struct WidgetSpec {
    size: u32,
}

fn main() {}
