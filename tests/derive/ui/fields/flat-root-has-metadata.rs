use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Thing", flatten)]
struct ThingSpec {
    #[serde(flatten)]
    labels: Labels,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Labels {
    metadata: String,
}

fn main() {}
