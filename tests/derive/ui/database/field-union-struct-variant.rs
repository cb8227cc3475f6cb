use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    provider: Provider,
}

#[derive(Union, Clone, Debug)]
pub enum Provider {
    Icu { locale: String },
    Libc,
}

fn main() {}
