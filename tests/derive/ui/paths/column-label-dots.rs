//! The dots in the key of a label are not escaped.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Cache")]
#[crd(printcolumn(name = "Team", type_ = "string", json_path = ".metadata.labels.acme.io/team"))]
#[crd(printcolumn(name = "Good", type_ = "string", json_path = r".metadata.labels.acme\.io/team"))]
#[crd(printcolumn(name = "Plain", type_ = "string", json_path = ".metadata.labels.team"))]
pub struct CacheSpec {
    megabytes: u32,
}

fn main() {}
