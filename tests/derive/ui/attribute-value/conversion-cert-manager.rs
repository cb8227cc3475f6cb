use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "A")]
#[crd(conversion(service = "a", namespace = "system", cert_manager = "a"))]
struct ASpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "B")]
#[crd(conversion(url = "https://example.com", cert_manager = "system/b/c"))]
struct BSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "C")]
#[crd(conversion(url = "https://example.com", ca_bundle = "ca.crt"))]
struct CSpec {}

fn main() {}
