use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "ResourceFlavor")]
#[serde(rename_all = "camelCase")]
pub struct ResourceFlavorSpec {
    #[crd(default = None)]
    topology_name: Option<String>,
}

fn main() {}
