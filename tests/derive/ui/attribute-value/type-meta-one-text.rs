use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Range", describe_type_meta("What it is."))]
pub struct RangeSpec {
    range: String,
}

fn main() {}
