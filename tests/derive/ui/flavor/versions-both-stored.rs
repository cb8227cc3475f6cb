use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta1", version = "v1beta2", kind = "ResourceFlavor")]
pub struct ResourceFlavorSpec {
    topology: Option<String>,
}

fn main() {}
