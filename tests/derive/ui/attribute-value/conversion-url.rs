use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "A", conversion(url = "http://example.com/convert"))]
struct ASpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "B")]
#[crd(conversion(service = "b", namespace = "b", path = "convert"))]
struct BSpec {}

fn main() {}
