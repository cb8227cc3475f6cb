use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Range", flatten, spec_optional)]
pub struct RangeSpec {
    range: String,
}

fn main() {}
