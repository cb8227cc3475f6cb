use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Backup")]
#[crd(rule("self.kind == "S3"", message = "only S3"))]
struct BackupSpec {
    kind: String,
}

#[derive(Schema, Deserialize)]
struct Route {
    #[crd(rule("self.startsWith("/")", message = "must begin with a slash"))]
    path: String,
}

fn main() {}
