use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta1", kind = "ResourceFlavor", storage = false)]
pub struct ResourceFlavorSpecV1Beta1 {
    topology: Option<String>,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kueue.x-k8s.io", version = "v1beta2", kind = "ResourceFlavor")]
pub struct ResourceFlavorSpecV1Beta2 {
    topology: Option<String>,
}

fn main() {}
