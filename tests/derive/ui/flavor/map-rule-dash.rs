use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "ResourceFlavor")]
#[serde(rename_all = "camelCase")]
pub struct ResourceFlavorSpec {
    #[crd(rule("self.kubernetes.io/arch == 'amd64'"))]
    node_labels: std::collections::BTreeMap<String, String>,
}

fn main() {}
