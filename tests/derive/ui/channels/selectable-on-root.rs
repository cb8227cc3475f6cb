use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

crd_core::channels! { standard, experimental }

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Gateway", selectable = ".spec.scope")]
struct GatewaySpec {
    class: String,
    #[crd(channel = experimental)]
    scope: Option<String>,
}

fn main() {}
