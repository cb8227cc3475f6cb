use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    provider: Provider,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(into = "u8", try_from = "u8")]
pub enum Provider {
    Icu = 1,
    Libc = 2,
}

impl From<Provider> for u8 {
    fn from(provider: Provider) -> u8 {
        provider as u8
    }
}

fn main() {}
