use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Range",
    conversion(url = "https://example.com", review_versions("v1beta1"))
)]
pub struct RangeSpec {
    range: String,
}

fn main() {}
