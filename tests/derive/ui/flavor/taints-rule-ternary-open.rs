use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "ResourceFlavor")]
#[serde(rename_all = "camelCase")]
pub struct ResourceFlavorSpec {
    #[crd(rule("self.all(x, has(x.value) ? x.effect == 'NoExecute')"))]
    node_taints: Vec<Taint>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Taint {
    effect: String,
    key: String,
    value: Option<String>,
    time_added: Option<String>,
}

fn main() {}
