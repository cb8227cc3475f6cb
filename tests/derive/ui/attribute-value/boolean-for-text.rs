use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db")]
#[crd(conversion(service = "db", namespace = "system", cert_manager = true))]
struct DbSpec {
    #[crd(format = false)]
    name: String,
}

fn main() {}
