//! The group is an address, or the kind is the name of the spec.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "https://ferry.example.org/api", version = "v1", kind = "Sailing")]
struct SailingSpec {
    ship: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "ferry.example.org", version = "v1", kind = "ShipSpec")]
struct ShipSpec {
    name: String,
}

#[derive(Schema, Serialize, Deserialize)]
enum Class {
    Commuter,
    #[crd(value = "night")]
    Night,
}

#[derive(Schema, Serialize, Deserialize)]
struct Port {
    /// +k8s:maxLength=63
    name: String,
    /// +k8s:optional
    country: Option<String>,
}

fn main() {}
