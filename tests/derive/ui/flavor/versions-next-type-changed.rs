use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub mod v1beta2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "ResourceFlavor")]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceFlavorSpec {
        topology_name: Option<String>,
        max_nodes: Option<u32>,
    }
}

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "kueue.x-k8s.io", version = "v1beta1", kind = "ResourceFlavor", storage = false)]
    #[crd(next = v1beta2::ResourceFlavorSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceFlavorSpec {
        topology_name: Option<String>,
        max_nodes: Option<String>,
    }
}

fn main() {}
