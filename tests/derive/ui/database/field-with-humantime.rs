use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "postgresql.cnpg.io", version = "v1", kind = "Database", namespaced)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    #[serde(with = "humantime_serde")]
    timeout: std::time::Duration,
}

mod humantime_serde {
    use std::time::Duration;

    pub fn serialize<S: serde::Serializer>(_: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("1s")
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(_: D) -> Result<Duration, D::Error> {
        Ok(Duration::ZERO)
    }
}

fn main() {}
