use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, Serialize, CustomResource, Schema)]
#[crd(group = "example.com", version = "v1", kind = "Gate", status = GateStatus)]
pub struct GateSpec {
    width: i32,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, CustomResource, Schema)]
pub struct GateStatus {
    #[serde(default)]
    open: bool,
}

fn main() {}
