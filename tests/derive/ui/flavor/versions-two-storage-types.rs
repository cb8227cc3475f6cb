use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "kueue.x-k8s.io", version = "v1beta1", kind = "ResourceFlavor", storage = "false")]
    pub struct ResourceFlavorSpec {
        topology: Option<String>,
    }
}

fn main() {}
