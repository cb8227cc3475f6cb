use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[crd(exactly_one_of("icuLocale", "builtinLocale"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    icu_locale: String,
    builtin_locale: Option<String>,
}

fn main() {}
