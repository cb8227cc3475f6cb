//! Values of `rename_all` that serde does not have.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Route")]
struct RouteSpec {
    protocol: Protocol,
    format: Format,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "upper")]
enum Protocol {
    Tcp,
    Udp,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "Train-Words")]
enum Format {
    Json,
    Text,
}

fn main() {}
