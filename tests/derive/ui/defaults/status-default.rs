use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Gateway", status = GatewayStatus, status_default = "Pending")]
struct GatewaySpec {
    class: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct GatewayStatus {
    phase: String,
}

fn main() {}
