use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    provider: Provider,
}

#[derive(Union, Schema, Clone, Debug)]
pub enum Provider {
    Icu(Icu),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Icu {
    locale: String,
}

fn main() {}
