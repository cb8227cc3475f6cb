use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
#[crd(resource(path = "databases"), subresource(status), storageVersion, unservedVersion, deprecatedVersion = "old")]
#[crd(metadata(annotations = "a"), labels("a"), selectableField = ".spec.name", shortNames("db"), scope = "Namespaced")]
struct DatabaseSpec {
    name: String,
}

fn main() {
    let _ = Database::crd;
}
