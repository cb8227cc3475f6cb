use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

crd_core::channels! { standard, experimental }

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Gateway", status = GatewayStatus)]
#[crd(scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"))]
struct GatewaySpec {
    class: String,
    #[crd(channel = experimental)]
    replicas: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct GatewayStatus {
    replicas: i32,
}

fn main() {}
