use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[crd(exactly_one_of("icu_locale", "builtin_locale"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    icu_locale: Option<String>,
    builtin_locale: Option<String>,
}

fn main() {}
