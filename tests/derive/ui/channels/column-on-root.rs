use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

crd_core::channels! { standard, experimental }

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Route")]
#[crd(printcolumn(name = "Mirror", type_ = "string", json_path = ".spec.mirror"))]
struct RouteSpec {
    #[crd(channel = experimental)]
    mirror: Option<String>,
}

fn main() {}
