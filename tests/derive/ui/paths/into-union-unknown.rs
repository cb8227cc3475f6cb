use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
use crd_core::Union;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", printcolumn(name = "Path", type_ = "string", json_path = ".spec.storage.hostPaht.path"))]
struct DbSpec {
    storage: Storage,
}

#[derive(Union, Clone, Debug)]
enum Storage {
    HostPath(HostPath),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct HostPath {
    path: String,
}

fn main() {}
