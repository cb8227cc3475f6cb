// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Range",
    plural = "ranges",
    flatten,
    derive(PartialEq)
)]
pub struct RangeMembers {
    #[crd(format = "byte")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    pub range: String,
}
