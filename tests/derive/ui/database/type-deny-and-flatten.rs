use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DatabaseSpec {
    #[serde(flatten)]
    locale: Locale,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Locale {
    icu: Option<String>,
}

fn main() {}
