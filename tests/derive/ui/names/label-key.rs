use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Widget")]
#[crd(label("a b", "c"), label("a", "not a word"))]
struct WidgetSpec {
    size: u32,
}

fn main() {}
