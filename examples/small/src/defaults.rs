//! Defaults: those of serde, which are also in the schema, and those of the schema alone, which the server sets.

use std::collections::BTreeMap;

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A cache.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Cache")]
#[serde(rename_all = "camelCase")]
pub struct CacheSpec {
    /// Written into the schema by the function serde calls.
    #[serde(default = "sixty")]
    pub ttl_seconds: u32,
    /// A literal for the server; Rust sees the value the server filled in.
    #[crd(default = "lru", enum("lru", "lfu"))]
    pub eviction: String,
    /// Optional and skipped when empty, so the schema has no default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// Absent or null.
    pub note: Option<String>,
    /// Absent, never null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

fn sixty() -> u32 {
    60
}
